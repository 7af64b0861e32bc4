import * as v from 'valibot';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { endpoint } from './endpoint.ts';
import { fields } from './reading.ts';
import {
  wireExtra,
  wireExtraRows,
  wireId,
  wireInteger,
  wireName,
  wireRows,
  wireText,
  wireTitle,
  wireToken,
} from './wire.ts';

const nothing = v.strictObject({});

const link = v.pipe(v.string(), v.maxLength(2_048));

const grant = fields({
  token: wireToken,
  customer_service: wireExtra(link),
  /** Ours: the specification does not show the publisher's fields. */
  user_id: wireExtra(wireId),
  game_account_id: wireExtra(wireId),
  game_id: wireExtra(wireId),
  nickname: wireExtra(wireText),
});

export const userInfo = endpoint({
  id: 'CALL-01',
  method: 'POST',
  path: '/api/user/uinfo',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: nothing,
  result: grant,
});

/** `passwd`: AES-128-ECB, PKCS7, base64 (password.cipher). */
export const userLogin = endpoint({
  id: 'CALL-02',
  method: 'POST',
  path: '/api/user/login',
  reading: 'strict',
  needsSession: false,
  fillsScreen: false,
  request: v.object({
    channel_code: v.picklist(['account', 'phone']),
    account: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
    passwd: v.pipe(v.string(), v.minLength(1), v.maxLength(1_024)),
    encrypt: v.literal(1),
  }),
  result: grant,
});

/** Not in the specification: revokes the token. An API without it responds with 404, which has no effect. */
export const userLogout = endpoint({
  id: 'EXTRA-01',
  method: 'POST',
  path: '/api/user/logout',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: nothing,
  result: v.unknown(),
});

/** `uid`: the game account id. `ticket` (ours) signs the player in to one external page, once and for a short time. */
export const userSdkTicketGet = endpoint({
  id: 'CALL-07',
  method: 'POST',
  path: '/api/user/sdk/ticket/get',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({ uid: wireId }),
  result: v.nullish(fields({ ticket: wireExtra(v.pipe(v.string(), v.regex(/^[\w.~-]{16,512}$/))) }), {}),
});

const role = fields({ role_id: wireId, role_name: wireTitle });

export const userWebRole = endpoint({
  id: 'CALL-08',
  method: 'POST',
  path: '/api/user/webRole',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: nothing,
  result: wireRows(
    fields({
      server_id: wireId,
      server_name: wireTitle,
      /** Ours; absent means open (0). */
      status: wireExtra(v.pipe(wireInteger, v.picklist([SERVER_STATUS.open, SERVER_STATUS.maintenance]))),
      roles: wireExtraRows(role, 'role_id'),
    }),
    'server_id',
  ),
});

/** Called when the player chooses a role. */
export const characterSelect = endpoint({
  id: 'CALL-21',
  method: 'POST',
  path: '/api/character/info/select',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({ server_id: wireId, role_id: wireId, server_name: wireName, role_name: wireName }),
  result: v.unknown(),
});
