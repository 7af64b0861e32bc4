import * as v from 'valibot';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { endpoint, type Sample } from './endpoint.ts';
import { fields } from './reading.ts';
import * as wire from './wire.ts';

const grant = fields({
  token: wire.token,
  customer_service: wire.extra(wire.link),
  /** Ours: the specification does not show the publisher's fields. */
  user_id: wire.extra(wire.id),
  game_account_id: wire.extra(wire.id),
  game_id: wire.extra(wire.id),
  nickname: wire.extra(wire.text),
});

const grantSample = {
  token: 'token-0123456789abcdef0123456789abcdef',
  customer_service: 'https://help.example/chat',
  user_id: 'u-1001',
  game_account_id: 'ga-7',
  game_id: 'g1',
  nickname: 'Ryn',
};

export const userInfo = endpoint({
  id: 'CALL-01',
  path: '/api/user/uinfo',
  needsSession: true,
  request: wire.nothing,
  result: grant,
});

export const userInfoSample = {
  about: 'Returns the session of the token.',
  player: 'After a reload, the player has to log in again.',
  specified: ['result.token', 'result.customer_service'],
  names: 'nothing',
  request: {},
  result: grantSample,
  required: ['result', 'result.token'],
} satisfies Sample<typeof userInfo>;

const ticket = v.pipe(v.string(), v.regex(/^[\w.~-]{16,512}$/));

export const userLogin = endpoint({
  id: 'CALL-02',
  path: '/api/user/login',
  strict: true,
  needsSession: false,
  request: v.variant('channel_code', [
    v.object({
      channel_code: v.picklist(['account', 'phone']),
      account: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
      passwd: v.pipe(v.string(), v.minLength(1), v.maxLength(1_024)),
      encrypt: v.literal(1),
    }),
    v.object({ channel_code: v.literal('ticket'), account: v.literal(''), passwd: ticket, encrypt: v.literal(0) }),
  ]),
  result: grant,
});

export const userLoginSample = {
  about:
    'Logs a player in. `passwd` is the password, or the code from a text message with the channel `phone`, encrypted with AES-ECB. On the channel `ticket` (ours), it is the ticket of a link from the game, as it is; an API without this channel refuses it.',
  player: 'No player can log in.',
  specified: ['result.token', 'result.customer_service'],
  names: 'nothing',
  request: { channel_code: 'account', account: 'demo', passwd: 'x', encrypt: 1 },
  result: grantSample,
  required: ['result', 'result.token'],
} satisfies Sample<typeof userLogin>;

export const userLogout = endpoint({
  id: 'EXTRA-01',
  path: '/api/user/logout',
  needsSession: true,
  request: wire.nothing,
  result: v.unknown(),
});

export const userLogoutSample = {
  about: 'Revokes the token. This call is not in the specification; an API may respond with 404.',
  player: 'Nothing: the portal deletes the token itself.',
  names: 'nothing',
  request: {},
  result: {},
} satisfies Sample<typeof userLogout>;

export const userSdkTicketGet = endpoint({
  id: 'CALL-07',
  path: '/api/user/sdk/ticket/get',
  needsSession: true,
  request: v.object({ uid: wire.id }),
  result: v.nullish(fields({ ticket: wire.extra(ticket) }), {}),
});

export const userSdkTicketGetSample = {
  about:
    'Returns a ticket that signs the player in to one page, of the portal or another, once and for a short time. `uid` is the game account id.',
  player: 'Customer service does not know the player.',
  names: 'player',
  request: ({ gameAccountId }) => ({ uid: gameAccountId }),
  result: { ticket: 'ticket-0123456789abcdef' },
} satisfies Sample<typeof userSdkTicketGet>;

export const userWebRole = endpoint({
  id: 'CALL-08',
  path: '/api/user/webRole',
  needsSession: true,
  request: wire.nothing,
  result: wire.rows(
    fields({
      server_id: wire.id,
      server_name: wire.title,
      /** Ours; absent means open (0). */
      status: wire.extra(v.pipe(wire.integer, v.picklist([SERVER_STATUS.open, SERVER_STATUS.maintenance]))),
      roles: wire.extraRows(fields({ role_id: wire.id, role_name: wire.title }), 'role_id'),
    }),
    'server_id',
  ),
});

export const userWebRoleSample = {
  about: 'Lists the servers with the roles of the player.',
  player: 'The page shows no server and no character, so nothing can be bought.',
  specified: ['result.*.server_id', 'result.*.server_name', 'result.*.roles.*.role_id', 'result.*.roles.*.role_name'],
  names: 'nothing',
  request: {},
  result: [
    {
      server_id: 's1',
      server_name: 'Aurora',
      status: 0,
      roles: [
        { role_id: 'r1', role_name: '月影' },
        { role_id: 'r2', role_name: 'Bram' },
      ],
    },
    { server_id: 's2', server_name: 'Borealis', status: 1, roles: [{ role_id: 'r1', role_name: 'Twin' }] },
  ],
  required: ['result.*.server_id', 'result.*.roles.*.role_id'],
} satisfies Sample<typeof userWebRole>;

export const characterSelect = endpoint({
  id: 'CALL-21',
  path: '/api/character/info/select',
  needsSession: true,
  request: v.object({ server_id: wire.id, role_id: wire.id, server_name: wire.name, role_name: wire.name }),
  result: v.unknown(),
});

export const characterSelectSample = {
  about: 'Reports the role that the player chose.',
  player: 'Nothing: the portal goes on.',
  names: 'player',
  request: ({ roleId, serverId }) => ({
    role_id: roleId,
    server_id: serverId,
    role_name: '月影',
    server_name: 'Aurora',
  }),
  result: {},
} satisfies Sample<typeof characterSelect>;
