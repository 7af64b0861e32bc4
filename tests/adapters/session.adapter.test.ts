import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stall, unreachable } from '../support/fake-api.ts';
import { createFakeProfile } from '../support/fake-browser.ts';
import { anIntent, CONFIRMED_AT, createFakeWorld, hearing, never, reasonOf } from '../support/fake-world.ts';
import { sampleOf, TOKEN } from '../support/wire-samples.ts';

const ACCOUNT = { userId: 'u-1001', gameAccountId: 'ga-7', gameId: 'g1', displayName: 'Ryn' };
const GRANT = { account: ACCOUNT, customerService: 'https://help.example/chat' };

beforeEach(() => {
  vi.setSystemTime(CONFIRMED_AT + 5_000);
});
afterEach(() => {
  vi.useRealTimers();
});

const gone = () => new Response('', { status: 203 });
const keysOf = (stored: Record<string, string>) => Object.keys(stored).toSorted();

/** A second account of the same API. */
const asBob = (world: ReturnType<typeof createFakeWorld>) =>
  world.api.reply('/api/user/login', {
    code: 0,
    result: {
      token: 'bob-token-0123456789abcdef',
      user_id: 'u-2002',
      game_account_id: 'ga-8',
      game_id: 'g1',
      nickname: 'Bob',
    },
  });

describe('login', () => {
  test('SESS-01 CALL-02 · sends channel, account, the encrypted password and encrypt 1', async () => {
    const world = createFakeWorld();
    expect(await world.login(' demo ')).toEqual(GRANT);
    expect(world.api.to('/api/user/login').map(({ body }) => body)).toEqual([
      { channel_code: 'account', account: 'demo', passwd: 'N6dPevD98R5Rz7KzPGOiyw==', encrypt: 1 },
    ]);
  });

  test('SESS-02 · token and customer_service are in local storage under their own names', async () => {
    const world = createFakeWorld();
    await world.login();
    expect(world.stored()).toMatchObject({ token: TOKEN, customer_service: 'https://help.example/chat' });
  });

  test('SESS-01 C63 · the password is in no storage, event or second request', async () => {
    const world = createFakeWorld();
    const ref = world.gestures.keepSecret('canary-Pass-4711');
    await world.sessionPorts.login({ method: 'account', account: 'demo', passwordRef: ref }, never);
    const traces = JSON.stringify([world.stored(), world.tab.session.dump(), world.api.seen, ref, world.log]);
    expect(traces).not.toContain('canary-Pass-4711');
    expect(
      await reasonOf(world.sessionPorts.login({ method: 'account', account: 'demo', passwordRef: ref }, never)),
    ).toMatchObject({
      reason: 'parameterException',
    });
    expect(world.api.to('/api/user/login').length).toBe(1);
  });

  test('ERRS-04 · a refusal carries the server’s words and stores nothing', async () => {
    const world = createFakeWorld();
    world.api.reply('/api/user/login', { code: 20110, msg: 'Wrong password', result: { token: TOKEN } });
    expect(await reasonOf(world.login())).toEqual({
      reason: 'incorrectPassword',
      status: 200,
      code: 20110,
      msg: 'Wrong password',
      retryAfterMs: null,
    });
    expect(keysOf(world.stored())).toEqual(['client-id']);
  });

  test('C39 · a customer-service link that leads nowhere safe is not kept', async () => {
    const world = createFakeWorld();
    world.api.reply('/api/user/login', { result: { token: TOKEN, customer_service: 'javascript:alert(1)' } });
    expect((await world.login()).customerService).toBeNull();
    expect(world.stored()['customer_service']).toBeUndefined();
  });

  test('SESS-15 C12 · from the login on, every header is the account’s', async () => {
    const world = createFakeWorld();
    await world.enter();
    expect(world.api.to('/api/user/webRole')[0]?.headers).toMatchObject({
      accountid: 'ga-7',
      gameid: 'g1',
      userid: 'u-1001',
      token: TOKEN,
      version: '1.2.3',
      hversion: '1',
      'client-id': world.stored()['client-id'],
    });
  });

  test('C12 · a login nobody waits for any more does not take the tab over', async () => {
    const world = createFakeWorld();
    const leaving = new AbortController();
    world.api.reply('/api/user/login', () => {
      leaving.abort();
      return { code: 0, result: sampleOf('/api/user/login').result };
    });
    const ref = world.gestures.keepSecret('Demo-1234');
    expect(
      await reasonOf(
        world.sessionPorts.login({ method: 'account', account: 'demo', passwordRef: ref }, leaving.signal),
      ),
    ).toMatchObject({
      reason: 'requestError',
    });
    expect(world.stored()['token']).toBeUndefined();
  });

  test('SESS-15 · the client id is made once for this browser', () => {
    const profile = createFakeProfile();
    createFakeWorld(profile);
    const first = profile.local.dump()['client-id'];
    createFakeWorld(profile);
    expect([first, profile.local.dump()['client-id']]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), first]);
    const hostile = createFakeProfile({ 'client-id': 'x\r\ntoken: y' });
    createFakeWorld(hostile);
    expect(hostile.local.dump()['client-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('restore', () => {
  test('SESS-06 CALL-01 · no token, no question', async () => {
    const world = createFakeWorld();
    expect(await world.sessionPorts.restore({}, never)).toBeNull();
    expect(world.api.seen).toEqual([]);
  });

  test('SESS-06 CALL-01 · the stored token is checked and the account is who it was', async () => {
    const profile = createFakeProfile();
    await createFakeWorld(profile).login();
    const again = createFakeWorld(profile);
    expect(await again.sessionPorts.restore({}, never)).toEqual(GRANT);
    expect(again.api.seen.map(({ path, headers }) => [path, headers['token'], headers['userid']])).toEqual([
      ['/api/user/uinfo', TOKEN, 'u-1001'],
    ]);
  });

  test('SESS-06 · an API that answers only token and customer_service: the player keeps the same account', async () => {
    const profile = createFakeProfile();
    const bare = { code: 0, result: { token: TOKEN, customer_service: null } };
    const first = createFakeWorld(profile);
    first.api.reply('/api/user/login', bare);
    const { account } = await first.login();
    const again = createFakeWorld(profile);
    again.api.reply('/api/user/uinfo', bare);
    expect(await again.sessionPorts.restore({}, never)).toEqual({ account, customerService: null });
    expect(again.api.seen[0]?.headers).toMatchObject({ userid: '', accountid: '' });
  });

  test.each([
    ['203', gone],
    ['illegal token', { code: 10003, msg: 'bad' }],
  ])('SESS-07 · a token the server no longer knows (%s) is forgotten', async (_, reply) => {
    const world = createFakeWorld(createFakeProfile({ token: TOKEN, customer_service: 'https://help.example' }));
    world.api.reply('/api/user/uinfo', reply);
    expect(await reasonOf(world.sessionPorts.restore({}, never))).toMatchObject({ reason: 'tokenFailure' });
    expect(keysOf(world.stored())).toEqual(['client-id']);
  });

  test('ERRS-03 · a network fault keeps the token', async () => {
    const world = createFakeWorld(createFakeProfile({ token: TOKEN }));
    world.api.reply('/api/user/uinfo', unreachable);
    expect(await reasonOf(world.sessionPorts.restore({}, never))).toMatchObject({
      reason: 'requestError',
      status: 500,
    });
    expect(world.stored()['token']).toBe(TOKEN);
  });

  test('C57 C30 · an identity that was stored with another token, or is hostile, is not believed', async () => {
    for (const identity of ['{"v":1,"data":{"mark":"x","account":{"userId":"eve"}}}', '{', '{"v":9}']) {
      const world = createFakeWorld(createFakeProfile({ token: TOKEN, 'portal:identity': identity }));
      world.api.reply('/api/user/uinfo', { result: { token: TOKEN } });
      const grant = await world.sessionPorts.restore({}, never);
      expect(grant?.account).toMatchObject({ userId: '', localId: expect.stringMatching(/^local-/) });
    }
  });

  test('C57 · a token that is no token text does no harm', async () => {
    const world = createFakeWorld(createFakeProfile({ token: '{"a":\r\n1}' }));
    world.api.reply('/api/user/uinfo', gone);
    expect(await reasonOf(world.sessionPorts.restore({}, never))).toMatchObject({ reason: 'tokenFailure' });
  });
});

describe('forget', () => {
  const busy = async (profile = createFakeProfile()) => {
    const world = createFakeWorld(profile);
    await world.enter();
    const { rechargePorts } = world;
    await rechargePorts.saveDraft({ draft: { serverId: 's1', roleId: 'r1', itemId: null, channelCode: null } }, never);
    await rechargePorts.saveMemory({ memory: { serverId: 's1', roleId: 'r1', channelCode: 'card' } }, never);
    await rechargePorts.saveIntent({ intent: anIntent() }, never);
    return world;
  };

  test('D11 SESS-02 SESS-09 C74 · logout revokes, then clears everything of every account, open orders included', async () => {
    const world = await busy(createFakeProfile({ 'portal:g1:u-9:order:O-9': 'left by a session that expired' }));
    await world.rechargePorts.createOrder({ intent: anIntent() }, never);
    const account = ['u-1001', 'O-1', '月影', 'pay.example', TOKEN, 'Ryn', 'ga-7', 'help.example'];
    const stored = () => JSON.stringify([world.stored(), world.tab.session.dump()]);
    expect(account.filter((text) => !stored().includes(text))).toEqual([]);
    expect(keysOf(world.stored())).toEqual(
      expect.arrayContaining(['portal:g1:u-1001:draft', 'portal:g1:u-1001:memory', 'portal:g1:u-1001:roles', 'token']),
    );
    await world.sessionPorts.forget({ why: 'logout' }, never);
    expect(world.api.to('/api/user/logout').map(({ headers }) => headers['token'])).toEqual([TOKEN]);
    expect(account.filter((text) => stored().includes(text))).toEqual([]);
    expect(keysOf(world.stored())).toEqual(['client-id']);
  });

  test('D11 SESS-10 · a logout that ends after a login in another tab leaves that account alone', async () => {
    const profile = createFakeProfile();
    const here = await busy(profile);
    const there = createFakeWorld(profile);
    asBob(there);
    await there.login('bob');
    await there.rechargePorts.saveDraft(
      { draft: { serverId: 's1', roleId: 'r1', itemId: null, channelCode: null } },
      never,
    );
    await here.sessionPorts.forget({ why: 'logout' }, never);
    expect(Object.keys(profile.local.dump())).toContain('portal:g1:u-2002:draft');
  });

  test('SESS-02 · forgotten at once, however slow the server is; and a server without that call changes nothing', async () => {
    vi.useFakeTimers({ now: CONFIRMED_AT });
    const world = await busy();
    world.api.reply('/api/user/logout', stall);
    const done = vi.fn();
    const forgetting = world.sessionPorts.forget({ why: 'logout' }, never).then(done);
    expect(world.stored()['token']).toBeUndefined();
    await vi.advanceTimersByTimeAsync(5_000);
    await forgetting;
    vi.useRealTimers();
    const without = await busy();
    without.api.reply('/api/user/logout', () => new Response('', { status: 404 }));
    await expect(without.sessionPorts.forget({ why: 'logout' }, never)).resolves.toBeUndefined();
  });

  test('SESS-02 · an API that cannot revoke is not asked', async () => {
    const world = createFakeWorld(createFakeProfile(), { revokesTokens: false });
    await world.login();
    await world.sessionPorts.forget({ why: 'logout' }, never);
    expect(world.api.to('/api/user/logout')).toEqual([]);
  });

  test.each(['expired', 'kicked', 'other-tab'] as const)(
    'C25 C26 · %s: nothing is revoked, intents and the last choices stay for the same user',
    async (why) => {
      const world = await busy();
      await world.sessionPorts.forget({ why }, never);
      expect(world.api.to('/api/user/logout')).toEqual([]);
      expect(keysOf(world.stored())).toEqual([
        'client-id',
        `portal:g1:u-1001:intent:${anIntent().key}`,
        'portal:g1:u-1001:memory',
      ]);
      await world.login();
      expect(await world.playerPorts.restoreWork({ account: ACCOUNT }, never)).toMatchObject({
        intent: { key: anIntent().key },
      });
    },
  );

  test('C30 C12 SESS-09 · the next account sees nothing of the former one', async () => {
    const world = await busy();
    await world.sessionPorts.forget({ why: 'expired' }, never);
    asBob(world);
    const { account } = await world.login('bob');
    expect(await world.rechargePorts.readCachedServers({}, never)).toBeNull();
    expect(await world.playerPorts.restoreWork({ account }, never)).toEqual({
      draft: null,
      memory: null,
      intent: null,
      topup: { draft: null, intent: null },
      tickets: [],
    });
  });

  test('D11 SESS-09 · what an expired session keeps is removed when somebody else logs in', async () => {
    const world = await busy();
    await world.rechargePorts.createOrder({ intent: anIntent() }, never);
    await world.sessionPorts.forget({ why: 'expired' }, never);
    const own = ['u-1001', 'O-1', '月影', 'pay.example'];
    expect(own.filter((text) => !JSON.stringify(world.stored()).includes(text))).toEqual([]);
    asBob(world);
    await world.login('bob');
    expect(own.filter((text) => JSON.stringify(world.stored()).includes(text))).toEqual([]);
  });

  test('C12 SESS-10 · a tab that forgets late does not throw out who logged in elsewhere', async () => {
    const profile = createFakeProfile();
    const here = await busy(profile);
    const there = createFakeWorld(profile);
    asBob(there);
    await there.login('bob');
    await here.sessionPorts.forget({ why: 'other-tab' }, never);
    expect(profile.local.dump()['token']).toBe('bob-token-0123456789abcdef');
    expect(await there.sessionPorts.restore({}, never)).not.toBeNull();
  });

  test('C27 · the answer to a request of the former session is dropped', async () => {
    const world = await busy();
    let answer = (_: object) => {};
    world.api.reply('/api/user/webRole', () => new Promise<object>((resolve) => (answer = resolve)));
    const { heard } = hearing(world.portalPorts.surroundings, {});
    const late = reasonOf(world.rechargePorts.loadServers({}, never));
    await world.sessionPorts.forget({ why: 'logout' }, never);
    answer({ code: 20002, msg: 'late' });
    expect(await late).toMatchObject({ reason: 'tokenFailure' });
    expect(heard.filter(({ type }) => type.startsWith('http.'))).toEqual([]);
    expect(await world.rechargePorts.readCachedServers({}, never)).toBeNull();
  });

  test('C26 · an order written by a session that ended belongs to its own user', async () => {
    const world = await busy();
    await world.rechargePorts.createOrder({ intent: anIntent() }, never);
    await world.sessionPorts.forget({ why: 'kicked' }, never);
    await world.paymentPorts.forgetOrder({ orderId: 'O-1' }, never);
    expect(Object.keys(world.stored()).filter((key) => key.includes(':order:'))).toEqual([
      'portal:g1:u-1001:order:O-1',
    ]);
  });
});

describe('the other tab', () => {
  test('SESS-10 C12 · another account’s login and a logout are told; a new token of the same account is taken over in silence', async () => {
    const profile = createFakeProfile();
    const here = createFakeWorld(profile);
    const there = createFakeWorld(profile);
    await here.login();
    const { heard } = hearing(here.portalPorts.surroundings, {});
    heard.length = 0;

    there.api.reply('/api/user/login', {
      result: { ...Object(sampleOf('/api/user/login').result), token: 'second-token-0123456789' },
    });
    await there.login();
    expect(heard).toEqual([]);
    await here.rechargePorts.loadServers({}, never);
    expect(here.api.to('/api/user/webRole').at(-1)?.headers['token']).toBe('second-token-0123456789');

    asBob(there);
    await there.login('bob');
    expect(heard).toEqual([{ type: 'tab.login' }]);
    await here.rechargePorts.loadServers({}, never);
    expect(here.api.to('/api/user/webRole').at(-1)?.headers).toMatchObject({
      token: 'second-token-0123456789',
      userid: 'u-1001',
    });

    await there.sessionPorts.forget({ why: 'logout' }, never);
    expect(heard).toEqual([{ type: 'tab.login' }, { type: 'tab.logout' }]);
  });

  test('C12 · two tabs that restore rotating tokens come to rest', async () => {
    const profile = createFakeProfile();
    const first = createFakeWorld(profile);
    await first.login();
    const second = createFakeWorld(profile);
    let tokens = 0;
    const rotate = () => {
      tokens += 1;
      return { result: { ...Object(sampleOf('/api/user/uinfo').result), token: `rotated-token-${tokens}-0123456789` } };
    };
    for (const world of [first, second]) world.api.reply('/api/user/uinfo', rotate);
    const ears = [first, second].map((world) => hearing(world.portalPorts.surroundings, {}));
    for (const ear of ears) ear.heard.length = 0;
    await second.sessionPorts.restore({}, never);
    expect([tokens, ears.map(({ heard }) => heard)]).toEqual([1, [[], []]]);
  });
});
