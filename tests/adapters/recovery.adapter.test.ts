import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TOKEN } from '../support/api/fake-api.ts';
import { CONFIRMED_AT, createCoreHarness, never, reasonOf } from '../support/machines/core-harness.ts';

const BY_EMAIL = { channel: 'email', purpose: 'reset', target: 'ryn@players.example' } as const;
const BY_PHONE = { channel: 'phone', purpose: 'login', target: '+12025550123' } as const;
const tooEarly = () =>
  new Response(JSON.stringify({ code: 20112, msg: 'too early' }), {
    headers: { 'content-type': 'application/json', 'retry-after': '40' },
  });

beforeEach(() => void vi.useFakeTimers({ now: CONFIRMED_AT }));

describe('codes', () => {
  test('plain by e-mail, encrypted by phone (CALL-03, SESS-04)', async () => {
    const { recoveryPorts, api } = createCoreHarness();
    await recoveryPorts.sendCode(BY_EMAIL, never);
    await recoveryPorts.sendCode(BY_PHONE, never);
    expect(api.seen.map(({ path, body }) => [path, body])).toEqual([
      ['/api/user/email/code/send', { email: 'ryn@players.example', purpose: 'reset' }],
      ['/api/user/phone/code/send', { data: expect.stringMatching(/^U2FsdGVkX1[\w+/]+={0,2}$/) }],
    ]);
  });

  test.each([
    ['the time of the server', { resend_after: 90 }, 90_000, null],
    ['a minute by default', undefined, 60_000, null],
    ['a minute, and the code expires when the server says so', { expires_in: 300 }, 60_000, 5],
    ['a minute, whatever the server says about the code', { expires_in: 'soon' }, 60_000, null],
  ])('the next code can be requested after %s (SESS-03)', async (_, result, pause, validMinutes) => {
    const { recoveryPorts, api, browserActions } = createCoreHarness();
    api.reply('/api/user/email/code/send', { code: 0, result });
    expect(await recoveryPorts.sendCode(BY_EMAIL, never)).toEqual({
      resendAt: browserActions.serverNow() + pause,
      validMinutes,
      refusal: null,
    });
  });

  test('a request that is too early resolves with a time, or rejects without one (S4, SESS-03)', async () => {
    const { recoveryPorts, api, browserActions } = createCoreHarness();
    api.reply('/api/user/email/code/send', tooEarly());
    expect(await recoveryPorts.sendCode(BY_EMAIL, never)).toEqual({
      resendAt: browserActions.serverNow() + 40_000,
      validMinutes: null,
      refusal: expect.objectContaining({ reason: 'codeTooFrequent', retryAfterMs: 40_000 }),
    });
    api.reply('/api/user/email/code/send', { code: 20112, msg: 'too early' });
    expect(await reasonOf(recoveryPorts.sendCode(BY_EMAIL, never))).toMatchObject({ reason: 'codeTooFrequent' });
  });

  test('the cooldown ends by the server clock and stops when it is aborted (SESS-03)', async () => {
    const { recoveryPorts, browserActions } = createCoreHarness();
    let over = false;
    recoveryPorts.coolDown({ until: browserActions.serverNow() + 60_000 }, never).then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(over).toBe(true);
    const leaving = new AbortController();
    void recoveryPorts.coolDown({ until: browserActions.serverNow() + 60_000 }, leaving.signal);
    leaving.abort();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('the secrets of a reset are taken from the vault once and are stored nowhere (CALL-05, CALL-06, C63)', async () => {
  const harness = createCoreHarness();
  const resetInput = (by: 'email' | 'phone', target: string) => ({
    by,
    target,
    codeRef: harness.browserActions.storeSecret('canary-code'),
    passwordRef: harness.browserActions.storeSecret('canary-Pass-4711'),
  });
  const once = resetInput('email', 'ryn@players.example');
  await harness.recoveryPorts.resetPassword(once, never);
  await harness.recoveryPorts.resetPassword(resetInput('phone', '+12025550123'), never);
  expect(harness.api.seen.map(({ path, body }) => [path, body])).toEqual([
    ['/api/user/email/psw/reset', { data: expect.stringMatching(/^U2FsdGVkX1/) }],
    ['/api/user/phone/psw/reset', { data: expect.stringMatching(/^U2FsdGVkX1/) }],
  ]);
  expect(await reasonOf(harness.recoveryPorts.resetPassword(once, never))).toMatchObject({
    reason: 'parameterException',
  });
  const traces = JSON.stringify([harness.stored(), harness.tab.session.dump(), harness.api.seen, harness.log]);
  for (const canary of ['canary-code', 'canary-Pass-4711']) expect(traces).not.toContain(canary);
});

test('a login by phone sends number and encrypted code under its own channel (SESS-03)', async () => {
  const harness = createCoreHarness();
  const passwordRef = harness.browserActions.storeSecret('123456');
  await harness.sessionPorts.login({ method: 'phone', account: '+12025550123', passwordRef }, never);
  expect(harness.api.to('/api/user/login').map(({ body }) => body)).toEqual([
    { channel_code: 'phone', account: '+12025550123', passwd: expect.stringMatching(/^[\w+/]{22}==$/), encrypt: 1 },
  ]);
  expect(harness.stored()['token']).toBe(TOKEN);
});
