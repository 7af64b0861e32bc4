import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../src/platform/browser.ts';
import { type Reply, sampleOf, stall, TOKEN, unreachable } from '../support/api/fake-api.ts';
import { createFakeProfile } from '../support/browser/fake-browser.ts';
import {
  anIntent,
  CONFIRMED_AT,
  collectEvents,
  createCoreHarness,
  entered,
  loggedIn,
  never,
  reasonOf,
  restored,
} from '../support/machines/core-harness.ts';

const ACCOUNT = { userId: 'u-1001', gameAccountId: 'ga-7', gameId: 'g1', displayName: 'Ryn' };
const DRAFT = { serverId: 's1', roleId: 'r1', itemId: null, channelCode: null };
const MEMORY = { serverId: 's1', roleId: 'r1', channelCode: 'card', itemId: 'i1' };
const GRANT = { account: ACCOUNT, customerService: 'https://help.example/chat' };

beforeEach(() => void vi.setSystemTime(CONFIRMED_AT + 5_000));

const gone = () => new Response('', { status: 203 });
const keysOf = (stored: Record<string, string>) => Object.keys(stored).toSorted();

type Harness = ReturnType<typeof createCoreHarness>;

/** The next login is of this player. */
const loginAs = ({ api }: Harness, player: object) =>
  api.reply('/api/user/login', { code: 0, result: { ...Object(sampleOf('/api/user/login').result), ...player } });

/** A second account of the same API. */
const BOB = { token: 'bob-token-0123456789abcdef', user_id: 'u-2002', game_account_id: 'ga-8', nickname: 'Bob' };
const asBob = (harness: Harness) => loginAs(harness, BOB);

describe('login', () => {
  test('sends channel, account, the encrypted password and encrypt 1 (SESS-01, CALL-02)', async () => {
    const harness = createCoreHarness();
    expect(await harness.login(' demo ')).toEqual(GRANT);
    expect(harness.api.to('/api/user/login').map(({ body }) => body)).toEqual([
      { channel_code: 'account', account: 'demo', passwd: 'N6dPevD98R5Rz7KzPGOiyw==', encrypt: 1 },
    ]);
  });

  test('a refusal has the server message, and nothing is stored (ERRS-04)', async () => {
    const harness = createCoreHarness();
    harness.api.reply('/api/user/login', { code: 20110, msg: 'Wrong password', result: { token: TOKEN } });
    expect(await reasonOf(harness.login())).toMatchObject({ reason: 'incorrectPassword', msg: 'Wrong password' });
    expect(keysOf(harness.stored())).toEqual(['client-id']);
  });

  test('a cancelled login does not change the session of the tab (C12)', async () => {
    const harness = createCoreHarness();
    const leaving = new AbortController();
    harness.api.reply('/api/user/login', () => {
      leaving.abort();
      return { code: 0, result: sampleOf('/api/user/login').result };
    });
    const ref = harness.browserActions.storeSecret('Demo-1234');
    const login = harness.sessionPorts.login({ method: 'account', account: 'demo', passwordRef: ref }, leaving.signal);
    expect(await reasonOf(login)).toMatchObject({ reason: 'requestError' });
    expect(harness.stored()['token']).toBeUndefined();
  });

  test('the client id is created once per browser (SESS-15)', () => {
    const profile = createFakeProfile();
    createCoreHarness(profile);
    const first = profile.local.dump()['client-id'];
    createCoreHarness(profile);
    expect([first, profile.local.dump()['client-id']]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), first]);
    const hostile = createFakeProfile({ 'client-id': 'x\r\ntoken: y' });
    createCoreHarness(hostile);
    expect(hostile.local.dump()['client-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('restore', () => {
  test('without a token no request is sent (SESS-06, CALL-01)', async () => {
    const harness = createCoreHarness();
    expect(await harness.sessionPorts.restore({}, never)).toBeNull();
    expect(harness.api.seen).toEqual([]);
  });

  test('the stored token is verified and the account is restored (SESS-06, CALL-01)', async () => {
    const profile = createFakeProfile();
    await createCoreHarness(profile).login();
    const again = createCoreHarness(profile);
    expect(await again.sessionPorts.restore({}, never)).toEqual(GRANT);
    expect(again.api.seen.map(({ path, headers }) => [path, headers['token'], headers['userid']])).toEqual([
      ['/api/user/uinfo', TOKEN, 'u-1001'],
    ]);
  });

  test.each([
    ['203', gone],
    ['illegal token', { code: 10003, msg: 'bad' }],
  ])('a token that the server rejects (%s) is deleted (SESS-07)', async (_, reply) => {
    const harness = createCoreHarness(createFakeProfile({ token: TOKEN, customer_service: 'https://help.example' }));
    harness.api.reply('/api/user/uinfo', reply);
    expect(await reasonOf(harness.sessionPorts.restore({}, never))).toMatchObject({ reason: 'tokenFailure' });
    expect(keysOf(harness.stored())).toEqual(['client-id']);
  });

  test('an identity of another token, or a hostile one, is ignored (C57, C30)', async () => {
    for (const identity of ['{"v":1,"data":{"mark":"x","account":{"userId":"eve"}}}', '{', '{"v":9}']) {
      const harness = createCoreHarness(createFakeProfile({ token: TOKEN, 'portal:identity': identity }));
      harness.api.reply('/api/user/uinfo', { result: { token: TOKEN } });
      const grant = await restored(harness);
      expect(grant?.account).toMatchObject({ userId: '', localId: expect.stringMatching(/^local-/) });
    }
  });
});

describe('a ticket of a link from the game', () => {
  const TICKET = 'ticket-canary-0123456789abcdef';
  const NEW = 'ada-token-of-the-ticket-0123456789';

  const byLink = {
    change: (browser: Browser) => {
      browser.ticket = TICKET;
    },
  };

  /** A tab that a link has opened; the session of the profile, if any, is restored. */
  const opened = async (profile = createFakeProfile(), config = {}) => {
    const harness = createCoreHarness(profile, config, byLink);
    expect('ticket' in harness.tab.browser).toBe(false);
    return {
      ...harness,
      restored: await harness.sessionPorts.restore({}, never),
      redeem: () => reasonOf(harness.sessionPorts.redeemTicket({}, never)),
    };
  };
  const withSession = async () => {
    const profile = createFakeProfile();
    await createCoreHarness(profile).login();
    return profile;
  };
  const asAda = (harness: Harness) => loginAs(harness, { token: NEW });
  const revoked = ({ api }: Harness) => api.to('/api/user/logout').map(({ headers }) => headers['token']);

  test('logs its player in as it is, without a request before it, and is stored nowhere (SESS-12, CALL-02, C63)', async () => {
    const harness = await opened();
    expect([harness.restored, harness.api.seen]).toEqual([{ beforeTicket: null }, []]);
    expect(await harness.redeem()).toEqual({ resolved: GRANT });
    expect(harness.api.seen.map(({ path, body }) => [path, body])).toEqual([
      ['/api/user/login', { channel_code: 'ticket', account: '', passwd: TICKET, encrypt: 0 }],
    ]);
    expect(harness.stored()).toMatchObject({ token: TOKEN, customer_service: 'https://help.example/chat' });
    expect(JSON.stringify([harness.stored(), harness.tab.session.dump(), harness.log])).not.toContain(TICKET);
    expect(await harness.redeem()).toMatchObject({ reason: 'linkExpired' });
    expect(harness.api.to('/api/user/login')).toHaveLength(1);
  });

  test('of the current player replaces the token and keeps the choices of the player (SESS-12)', async () => {
    const profile = createFakeProfile();
    await (await entered(profile)).rechargePorts.saveMemory({ memory: MEMORY }, never);
    const harness = await opened(profile);
    expect(harness.restored).toEqual({ beforeTicket: GRANT });
    asAda(harness);
    expect(await harness.redeem()).toEqual({ resolved: GRANT });
    expect(harness.stored()).toMatchObject({ token: NEW, 'portal:g1:u-1001:memory': expect.anything() });
    expect(revoked(harness)).toEqual([]);
  });

  test('of another player changes nothing until the current player switches, which revokes the old token (SESS-12)', async () => {
    const profile = await withSession();
    const before = { ...profile.local.dump() };
    const harness = await opened(profile);
    asBob(harness);
    expect(await harness.redeem()).toEqual({ resolved: { other: 'Bob' } });
    expect(harness.stored()).toEqual(before);
    expect(await harness.sessionPorts.settleLogin({ adopt: true }, never)).toMatchObject({
      account: { userId: 'u-2002' },
    });
    expect(harness.stored()['token']).toBe('bob-token-0123456789abcdef');
    expect(keysOf(harness.stored()).filter((key) => key.includes('u-1001'))).toEqual([]);
    expect(revoked(harness)).toEqual([TOKEN]);
    expect(await reasonOf(harness.sessionPorts.settleLogin({ adopt: true }, never))).toMatchObject({
      reason: 'unknownError',
    });
  });

  test('of another player is revoked when the current one stays, whose session goes on (SESS-12)', async () => {
    const profile = await withSession();
    const before = { ...profile.local.dump() };
    const harness = await opened(profile);
    const { received } = collectEvents(harness.portalPorts.environment, {});
    asBob(harness);
    harness.api.reply('/api/user/logout', gone);
    await harness.redeem();
    expect(await harness.sessionPorts.settleLogin({ adopt: false }, never)).toEqual(GRANT);
    await vi.waitFor(() => expect(revoked(harness)).toEqual(['bob-token-0123456789abcdef']));
    expect(harness.stored()).toEqual(before);
    expect(received.filter(({ type }) => type.startsWith('http'))).toEqual([]);
  });

  test.each([
    ['203', gone],
    ['20002', { code: 20002, msg: 'kicked' }],
  ])('decides if the stored token has ended (%s), without a notice (SESS-07, SESS-12)', async (_, reply) => {
    const profile = createFakeProfile({ token: TOKEN });
    const harness = createCoreHarness(profile, {}, byLink);
    const { received } = collectEvents(harness.portalPorts.environment, {});
    harness.api.reply('/api/user/uinfo', reply);
    expect(await harness.sessionPorts.restore({}, never)).toEqual({ beforeTicket: null });
    expect(received.filter(({ type }) => type.startsWith('http'))).toEqual([]);
    expect(await reasonOf(harness.sessionPorts.redeemTicket({}, never))).toEqual({ resolved: GRANT });
  });

  test('waits for a token that cannot be verified (SESS-06, SESS-12)', async () => {
    const harness = createCoreHarness(createFakeProfile({ token: TOKEN }), {}, byLink);
    harness.api.reply('/api/user/uinfo', unreachable);
    expect(await reasonOf(harness.sessionPorts.restore({}, never))).toMatchObject({ reason: 'requestError' });
    harness.api.reply('/api/user/uinfo', { code: 0, result: sampleOf('/api/user/uinfo').result });
    expect(await harness.sessionPorts.restore({}, never)).toMatchObject({
      beforeTicket: { account: { userId: 'u-1001' } },
    });
  });

  test.each<[what: string, reply: Reply, reason: string, sentAgain: boolean]>([
    ['used, late or unknown', { code: 20114, msg: 'void' }, 'linkExpired', false],
    ['of a blocked player', () => new Response('', { status: 403 }), 'linkExpired', false],
    ['of an address with too many wrong ones', { code: 20115, msg: 'wait' }, 'linkExpired', false],
    ['refused with HTTP 203', gone, 'linkExpired', false],
    ['without a response', unreachable, 'requestError', false],
    ['with a response that cannot be read', { code: 0, result: {} }, 'protocolError', false],
    ['at a broken proxy', () => new Response('', { status: 502 }), 'systemBusy', false],
    ['at a busy server', { code: 10002, msg: 'busy' }, 'systemBusy', true],
    ['at a server that sheds load', () => new Response('', { status: 503 }), 'systemBusy', true],
  ])('%s is refused; sent again only if certainly not processed (SESS-12)', async (_, reply, reason, sentAgain) => {
    const harness = await opened(await withSession());
    const { received } = collectEvents(harness.portalPorts.environment, {});
    harness.api.reply('/api/user/login', reply);
    expect(await harness.redeem()).toMatchObject({ reason });
    asAda(harness);
    expect(await harness.redeem()).toMatchObject(sentAgain ? { resolved: GRANT } : { reason: 'linkExpired' });
    expect(harness.api.to('/api/user/login')).toHaveLength(sentAgain ? 2 : 1);
    expect(received.filter(({ type }) => type.startsWith('http'))).toEqual([]);
  });
});

describe('deleteSession', () => {
  const busy = async (profile = createFakeProfile()) => {
    const harness = await entered(profile);
    const { rechargePorts } = harness;
    await rechargePorts.saveDraft({ draft: DRAFT }, never);
    await rechargePorts.saveMemory({ memory: MEMORY }, never);
    await rechargePorts.saveIntent({ intent: anIntent() }, never);
    return harness;
  };

  test('logout revokes, then clears everything of every account, open orders included (D11, SESS-02, SESS-09, C74)', async () => {
    const harness = await busy(createFakeProfile({ 'portal:g1:u-9:order:O-9': 'left by a session that expired' }));
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    const account = ['u-1001', 'O-1', '月影', 'pay.example', TOKEN, 'Ryn', 'ga-7', 'help.example'];
    const stored = () => JSON.stringify([harness.stored(), harness.tab.session.dump()]);
    expect(account.filter((text) => !stored().includes(text))).toEqual([]);
    expect(keysOf(harness.stored())).toEqual(
      expect.arrayContaining(['portal:g1:u-1001:draft', 'portal:g1:u-1001:memory', 'portal:g1:u-1001:roles', 'token']),
    );
    await harness.sessionPorts.deleteSession({ why: 'logout' }, never);
    expect(harness.api.to('/api/user/logout').map(({ headers }) => headers['token'])).toEqual([TOKEN]);
    expect(account.filter((text) => stored().includes(text))).toEqual([]);
    expect(keysOf(harness.stored())).toEqual(['client-id']);
  });

  test.each([
    ['logout', false],
    ['other-tab', false],
    ['expired', true],
    ['kicked', true],
  ] as const)('after the end "%s" the way back to the game is still known: %s (SESS-12)', async (why, isKept) => {
    const harness = await loggedIn();
    const { returnLink } = harness.browserActions;
    expect(returnLink()).toBeNull();
    const [app = ''] = PORTAL_RETURN_TO.filter((listed) => listed.endsWith(':'));
    harness.tab.browser.sessionStorage.setItem('portal:return', `${app}//shop`);
    expect(returnLink()).toBe(`${app}//shop`);
    await harness.sessionPorts.deleteSession({ why }, never);
    expect(returnLink()).toBe(isKept ? `${app}//shop` : null);
    harness.tab.browser.sessionStorage.setItem('portal:return', `other-${app}//shop`);
    expect(returnLink()).toBeNull();
  });

  test('the session is deleted immediately, even if the server is slow or lacks that call (SESS-02)', async () => {
    vi.useFakeTimers({ now: CONFIRMED_AT });
    const harness = await busy();
    harness.api.reply('/api/user/logout', stall);
    const done = vi.fn();
    const forgetting = harness.sessionPorts.deleteSession({ why: 'logout' }, never).then(done);
    expect(harness.stored()['token']).toBeUndefined();
    await vi.advanceTimersByTimeAsync(5_000);
    await forgetting;
    vi.useRealTimers();
    const without = await busy();
    without.api.reply('/api/user/logout', () => new Response('', { status: 404 }));
    await expect(without.sessionPorts.deleteSession({ why: 'logout' }, never)).resolves.toBeUndefined();
  });

  test('without revocation no request is sent (SESS-02)', async () => {
    const harness = await loggedIn(createFakeProfile(), { revokesTokens: false });
    await harness.sessionPorts.deleteSession({ why: 'logout' }, never);
    expect(harness.api.to('/api/user/logout')).toEqual([]);
  });

  test.each(['expired', 'kicked', 'other-tab'] as const)(
    '%s: nothing is revoked, intents and the last choices stay for the same user (C25, C26)',
    async (why) => {
      const harness = await busy();
      await harness.sessionPorts.deleteSession({ why }, never);
      expect(harness.api.to('/api/user/logout')).toEqual([]);
      expect(keysOf(harness.stored())).toEqual([
        'client-id',
        `portal:g1:u-1001:intent:${anIntent().key}`,
        'portal:g1:u-1001:memory',
      ]);
      await harness.login();
      expect(await harness.signedInPorts.loadResumeState({ account: ACCOUNT }, never)).toMatchObject({
        intent: { key: anIntent().key },
      });
    },
  );

  test('the data of an expired session is deleted when another account logs in (D11, SESS-09)', async () => {
    const harness = await busy();
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    await harness.sessionPorts.deleteSession({ why: 'expired' }, never);
    const own = ['u-1001', 'O-1', '月影', 'pay.example'];
    expect(own.filter((text) => !JSON.stringify(harness.stored()).includes(text))).toEqual([]);
    asBob(harness);
    await harness.login('bob');
    expect(own.filter((text) => JSON.stringify(harness.stored()).includes(text))).toEqual([]);
  });

  test('a late deletion does not end the session of another tab, whose data it keeps (C12, D11, SESS-10)', async () => {
    const profile = createFakeProfile();
    const here = await busy(profile);
    const there = createCoreHarness(profile);
    asBob(there);
    await there.login('bob');
    await there.rechargePorts.saveDraft({ draft: DRAFT }, never);
    await here.sessionPorts.deleteSession({ why: 'logout' }, never);
    expect(Object.keys(profile.local.dump())).toContain('portal:g1:u-2002:draft');
    await here.sessionPorts.deleteSession({ why: 'other-tab' }, never);
    expect(profile.local.dump()['token']).toBe('bob-token-0123456789abcdef');
    expect(await there.sessionPorts.restore({}, never)).not.toBeNull();
  });

  test('an order written by a session that ended belongs to its own user (C26)', async () => {
    const harness = await busy();
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    await harness.sessionPorts.deleteSession({ why: 'kicked' }, never);
    await harness.paymentPorts.deleteOrder({ orderId: 'O-1' }, never);
    expect(Object.keys(harness.stored()).filter((key) => key.includes(':order:'))).toEqual([
      'portal:g1:u-1001:order:O-1',
    ]);
  });
});

test('another tab reports a login of another account and a logout; its new token of this account is adopted (SESS-10, C12)', async () => {
  const profile = createFakeProfile();
  const here = createCoreHarness(profile);
  const there = createCoreHarness(profile);
  await here.login();
  const { received } = collectEvents(here.portalPorts.environment, {});
  received.length = 0;

  loginAs(there, { token: 'second-token-0123456789' });
  await there.login();
  expect(received).toEqual([]);
  await here.rechargePorts.loadServers({}, never);
  expect(here.api.to('/api/user/webRole').at(-1)?.headers['token']).toBe('second-token-0123456789');

  asBob(there);
  await there.login('bob');
  expect(received).toEqual([{ type: 'tab.login' }]);
  await here.rechargePorts.loadServers({}, never);
  expect(here.api.to('/api/user/webRole').at(-1)?.headers).toMatchObject({
    token: 'second-token-0123456789',
    userid: 'u-1001',
  });

  await there.sessionPorts.deleteSession({ why: 'logout' }, never);
  expect(received).toEqual([{ type: 'tab.login' }, { type: 'tab.logout' }]);
});
