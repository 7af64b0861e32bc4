import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, type EventObject, setup } from 'xstate';
import { wire } from '../../machines/kernel/port.ts';
import { submitLogin } from '../../machines/session/login.events.ts';
import { type PasswordResetPorts, wirePasswordReset } from '../../machines/session/password-reset.machine.ts';
import { sendCode, submitReset } from '../../machines/session/recovery.events.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import type { SessionEvent, SessionGrant, SessionPorts } from '../../machines/session/session.types.ts';
import { verificationMachine } from '../../machines/session/verification.machine.ts';

const GRANT: SessionGrant = {
  account: { userId: 'u1', gameAccountId: 'g1', gameId: 'moon', displayName: 'Ada' },
  customerService: null,
};
const PHONE = '+12025550123';
const ADA = 'ada@example.org';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A session with its real children; each port records its call. */
const startSession = () => {
  const calls: unknown[] = [];
  const answer =
    <Output>(name: string, output: Output) =>
    (input: unknown): Promise<Output> => {
      calls.push([name, input]);
      return Promise.resolve(output);
    };
  const codes: PasswordResetPorts = {
    sendCode: answer('sendCode', { resendAt: 60_000, validMinutes: 10, refusal: null }),
    coolDown: answer('coolDown', undefined),
    resetPassword: answer('resetPassword', undefined),
  };
  const ports: SessionPorts = {
    restore: answer('restore', null),
    login: answer('login', GRANT),
    redeemTicket: answer('redeemTicket', GRANT),
    settleLogin: answer('settleLogin', GRANT),
    deleteSession: answer('deleteSession', undefined),
    saveNotice: answer('saveNotice', undefined),
    loadRecovery: answer('loadRecovery', undefined),
  };
  const children = { verification: wire(verificationMachine, codes), passwordReset: wirePasswordReset(codes) };
  const host = setup({ actors: { session: wire(sessionMachine, ports, children) } }).createMachine({
    invoke: { id: 'session', src: 'session' },
  });
  const root = createActor(host).start();
  const session = () => root.getSnapshot().children.session;
  const callsOf = async (act: () => void): Promise<readonly unknown[]> => {
    calls.length = 0;
    act();
    await vi.advanceTimersByTimeAsync(0);
    return [...calls];
  };
  return {
    callsOf,
    send: (event: SessionEvent) => callsOf(() => session()?.send(event as never)),
    sendTo: (id: 'verification' | 'recovery', event: EventObject) =>
      callsOf(() =>
        session()
          ?.getSnapshot()
          .children[id]?.send(event as never),
      ),
    sendToCodesOfReset: (event: EventObject) =>
      callsOf(() =>
        session()
          ?.getSnapshot()
          .children.recovery?.getSnapshot()
          .children.verification?.send(event as never),
      ),
    stop: () => root.stop(),
  };
};

test('the session and its children call the ports of the portal (SESS-02, SESS-03, SESS-05, SESS-06, SESS-07)', async () => {
  const session = startSession();
  expect(await session.callsOf(() => undefined)).toEqual([]);
  expect(await session.send({ type: 'login.by', method: 'phone' })).toEqual([['loadRecovery', {}]]);
  expect(await session.sendTo('verification', sendCode('phone', PHONE))).toEqual([
    ['sendCode', { channel: 'phone', purpose: 'login', target: PHONE }],
    ['coolDown', { until: 60_000 }],
  ]);
  expect(await session.send({ type: 'recovery.requested', by: 'email' })).toEqual([['loadRecovery', {}]]);
  expect(await session.sendToCodesOfReset(sendCode('email', ADA))).toEqual([
    ['sendCode', { channel: 'email', purpose: 'reset', target: ADA }],
    ['coolDown', { until: 60_000 }],
  ]);
  const entry = { target: ADA, code: '123456', password: 'Fresh-9876', repeat: 'Fresh-9876' };
  expect(
    await session.sendTo(
      'recovery',
      submitReset('email', entry, () => 'vault:1'),
    ),
  ).toEqual([['resetPassword', { by: 'email', target: ADA, codeRef: 'vault:1', passwordRef: 'vault:1' }]]);
  expect(await session.send(submitLogin({ account: ADA, password: 'Demo-1234' }, () => 'vault:2'))).toEqual([
    ['login', { method: 'account', account: ADA, passwordRef: 'vault:2' }],
  ]);
  expect(await session.send({ type: 'session.expire' })).toEqual([
    ['saveNotice', { unread: true }],
    ['deleteSession', { why: 'expired' }],
  ]);
  expect(await session.send({ type: 'tab.login' })).toEqual([['restore', {}]]);
  session.stop();
});
