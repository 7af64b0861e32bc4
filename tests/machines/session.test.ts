import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyEventObject, createActor, type EventObject, setup } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { wire } from '../../machines/kernel/port.ts';
import { editLogin, submitLogin } from '../../machines/session/login.events.ts';
import { wirePasswordReset } from '../../machines/session/password-reset.machine.ts';
import { editPhoneLogin, submitPhoneLogin } from '../../machines/session/recovery.events.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import {
  type SessionScreen,
  type SessionSnapshot,
  selectHasLoggedIn,
  selectLoginProblems,
  selectPhoneLoginProblems,
  selectSessionScreen,
} from '../../machines/session/session.screens.ts';
import type { SessionEvent, SessionGrant, SessionPorts } from '../../machines/session/session.types.ts';
import { verificationMachine } from '../../machines/session/verification.machine.ts';
import { type Harness, startHarness } from '../support/machines/machine-harness.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

const GRANT: SessionGrant = {
  account: { userId: 'u1', gameAccountId: 'g1', gameId: 'moon', displayName: 'Ada' },
  customerService: 'https://help.example/',
};
const ENTRY = { account: 'ada@example.org', password: 'Demo-1234' };
const LOGIN: SessionEvent = submitLogin(ENTRY, () => 'vault:1');
const AGAIN: SessionEvent = submitLogin(ENTRY, () => 'vault:2');
const BLANK: SessionEvent = submitLogin({ account: ' ', password: '' }, () => 'unused');
const CORRECTED: SessionEvent = editLogin(ENTRY);
const BY_PHONE: SessionEvent = { type: 'login.by', method: 'phone' };
const BY_ACCOUNT: SessionEvent = { type: 'login.by', method: 'account' };
const recoveryOf = (by: 'email' | 'phone' | null): SessionEvent => ({ type: 'recovery.requested', by });

const BOB: SessionGrant = { account: { ...GRANT.account, userId: 'u2', displayName: 'Bob' }, customerService: null };
const WRONG = failure('incorrectPassword', { code: 1004, msg: 'Wrong password' });
const OFFLINE = failure('offline', { status: 500 });
const LINK_EXPIRED = failure('linkExpired');

const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
const CONFIRMED: readonly EventObject[] = [{ type: 'notice.confirm' }, done('clearNotice')];
const failed = (id: string, error: unknown) => ({ type: `xstate.error.actor.${id}`, error });

const start = (): Harness<SessionSnapshot> => startHarness(sessionMachine, { input: undefined });
const harnessAfter = async (...events: readonly EventObject[]): Promise<Harness<SessionSnapshot>> => {
  const harness = start();
  for (const event of events) await harness.perform(event);
  return harness;
};
type Form = Extract<SessionScreen, { name: 'form' }>;
const form = (change: Partial<Form> = {}): Form => ({
  name: 'form',
  method: 'account',
  part: 'ready',
  busy: false,
  failure: null,
  loginName: '',
  recovered: false,
  ...change,
});
const screenOf = (harness: Harness<SessionSnapshot>): SessionScreen => selectSessionScreen(harness.snapshot());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const EVENTS: readonly AnyEventObject[] = [
  LOGIN,
  BLANK,
  CORRECTED,
  BY_PHONE,
  BY_ACCOUNT,
  recoveryOf('email'),
  recoveryOf('phone'),
  recoveryOf(null),
  done('loadRecovery'),
  failed('loadRecovery', OFFLINE),
  done('recovery', { target: 'ada@example.org' }),
  failed('recovery', OFFLINE),
  failed('verification', OFFLINE),
  { type: 'session.retry' },
  { type: 'logout.request' },
  { type: 'session.expire' },
  { type: 'session.kick' },
  { type: 'notice.confirm' },
  { type: 'tab.login' },
  { type: 'tab.logout' },
  done('restore', GRANT),
  done('restore', null),
  done('restore', { beforeTicket: GRANT }),
  done('restore', { beforeTicket: null }),
  failed('restore', OFFLINE),
  failed('restore', failure('tokenFailure')),
  failed('restore', failure('signedOutByServer')),
  done('redeemTicket', BOB),
  done('redeemTicket', { other: 'Bob' }),
  failed('redeemTicket', LINK_EXPIRED),
  failed('redeemTicket', OFFLINE),
  { type: 'account.choose', adopt: true } as EventObject,
  done('settleLogin', BOB),
  failed('settleLogin', OFFLINE),
  done('login', GRANT),
  failed('login', WRONG),
  done('deleteSession'),
  failed('deleteSession', OFFLINE),
  done('clearNotice'),
  failed('clearNotice', OFFLINE),
  failed('saveNotice', OFFLINE),
  { type: 'xstate.after.logoutTimeout.session.leaving' },
  { type: 'xstate.after.logoutTimeout.session.kicked' },
  { type: 'xstate.after.logoutTimeout.session.displaced' },
  { type: 'xstate.after.logoutTimeout.session.expired.storage.clearing' },
];

describe('every state', () => {
  test('every transition is taken, and every state has its screen (SESS-06, SESS-07)', async () => {
    const names = new Set<string>();
    const coverage = await coverTransitions(sessionMachine, {
      inputs: [undefined],
      events: EVENTS,
      serialize: ({ value, context }) =>
        JSON.stringify([value, context.recovery, context.problems, context.account === null]),
      visit: (snapshot) => names.add(selectSessionScreen(snapshot).name),
    });
    assertCovered(coverage);
    expect([...names].sort()).toEqual([
      'active',
      'choosing',
      'expired-notice',
      'form',
      'leaving',
      'restore-failed',
      'restoring',
    ]);
  });
});

describe('restoring', () => {
  test('an unreachable server keeps the token and offers a retry (SESS-06)', async () => {
    const harness = await harnessAfter(failed('restore', OFFLINE));
    expect(harness.reports).toEqual([{ type: 'session.unverified', failure: OFFLINE }]);
    expect(harness.inputsOf('deleteSession')).toEqual([]);
    expect(screenOf(harness)).toEqual({ name: 'restore-failed', failure: OFFLINE });
    await harness.perform({ type: 'session.retry' });
    await harness.perform(done('restore', GRANT));
    expect(screenOf(harness).name).toBe('active');
  });

  test('an unknown token ends the session like any 203, in any order of the events (SESS-07)', async () => {
    const rejected = await harnessAfter(failed('restore', failure('tokenFailure')), { type: 'session.expire' });
    const expired = await harnessAfter({ type: 'session.expire' });
    for (const harness of [rejected, expired]) {
      expect(harness.reports).toEqual([{ type: 'session.ended', why: 'expired' }]);
      expect(screenOf(harness)).toEqual({ name: 'expired-notice' });
      expect(harness.isRunning('restore')).toBe(false);
    }
  });
});

describe('a link from the game', () => {
  const NOBODY = done('restore', { beforeTicket: null });
  const ADA = done('restore', { beforeTicket: GRANT });
  const OTHER = done('redeemTicket', { other: 'Bob' });

  test.each([
    ['the first player', NOBODY],
    ['the same player', ADA],
  ])('logs %s in without a question (SESS-12)', async (_, before) => {
    const harness = await harnessAfter(before);
    expect([screenOf(harness).name, harness.reports]).toEqual(['restoring', []]);
    await harness.perform(done('redeemTicket', BOB));
    expect(harness.reports).toEqual([{ type: 'session.activated', grant: BOB, by: 'restore' }]);
  });

  test.each([
    ['switches', true, BOB],
    ['stays', false, GRANT],
  ])('for another player asks, and the player %s (SESS-12)', async (_, adopt, grant) => {
    const harness = await harnessAfter(ADA, OTHER);
    expect(screenOf(harness)).toEqual({ name: 'choosing', displayName: 'Ada', other: 'Bob' });
    expect([harness.reports, harness.inputsOf('settleLogin')]).toEqual([[], []]);
    await harness.perform({ type: 'account.choose', adopt } as EventObject);
    expect(harness.inputsOf('settleLogin')).toEqual([{ adopt }]);
    await harness.perform(done('settleLogin', grant));
    expect(harness.reports).toEqual([{ type: 'session.activated', grant, by: 'restore' }]);
    expect(harness.snapshot().context.other).toBeUndefined();
  });

  test('that has expired shows why at the login, which works, and keeps a session that exists (SESS-12)', async () => {
    const visitor = await harnessAfter(NOBODY, failed('redeemTicket', LINK_EXPIRED));
    expect(screenOf(visitor)).toEqual(form({ failure: LINK_EXPIRED }));
    expect(visitor.reports).toEqual([{ type: 'session.absent' }]);
    await visitor.perform(LOGIN);
    expect(screenOf(visitor)).toEqual(form({ busy: true, loginName: 'ada@example.org' }));
    const player = await harnessAfter(ADA, failed('redeemTicket', LINK_EXPIRED));
    expect(player.reports).toEqual([
      { type: 'session.linkExpired' },
      { type: 'session.activated', grant: GRANT, by: 'restore' },
    ]);
    expect(player.snapshot().context.failure).toBe(null);
  });

  test('can be retried while the server cannot be reached (SESS-12)', async () => {
    const harness = await harnessAfter(ADA, failed('redeemTicket', OFFLINE));
    expect(screenOf(harness)).toEqual({ name: 'restore-failed', failure: OFFLINE });
    expect(harness.reports).toEqual([{ type: 'session.unverified', failure: OFFLINE }]);
    for (const event of [{ type: 'session.retry' }, ADA, done('redeemTicket', GRANT)]) await harness.perform(event);
    expect(screenOf(harness).name).toBe('active');
  });

  test.each<[SessionEvent['type'], string]>([
    ['session.expire', 'expired'],
    ['session.kick', 'kicked'],
    ['tab.logout', 'other-tab'],
  ])('gives way to %s (SESS-07, SESS-08)', async (type, why) => {
    const harness = await harnessAfter(ADA, OTHER, { type });
    expect(harness.reports).toEqual([{ type: 'session.ended', why }]);
    expect(JSON.stringify(harness.snapshot().context)).not.toMatch(/Ada|Bob/);
  });
});

describe('logging in', () => {
  test('the port gets the name and a reference, and the context keeps no secret afterwards (SESS-02)', async () => {
    const harness = await harnessAfter(done('restore', null), LOGIN);
    expect(harness.inputsOf('login')).toEqual([
      { method: 'account', account: 'ada@example.org', passwordRef: 'vault:1' },
    ]);
    await harness.perform(done('login', GRANT));
    expect(harness.snapshot().context).toMatchObject({ ...GRANT, passwordRef: null, by: 'login' });
    expect(harness.reports.at(-1)).toEqual({ type: 'session.activated', grant: GRANT, by: 'login' });
  });

  test('a refusal keeps the name, shows the server message and allows another attempt (ERRS-04)', async () => {
    const harness = await harnessAfter(done('restore', null), LOGIN, failed('login', WRONG));
    expect(screenOf(harness)).toEqual(form({ failure: WRONG, loginName: 'ada@example.org' }));
    expect(harness.snapshot().context.passwordRef).toBe(null);
    await harness.perform(AGAIN);
    expect(screenOf(harness)).toEqual(form({ busy: true, loginName: 'ada@example.org' }));
    expect(harness.inputsOf('login').at(-1)).toEqual({
      method: 'account',
      account: 'ada@example.org',
      passwordRef: 'vault:2',
    });
  });
});

describe('a login by phone', () => {
  const PHONE_ENTRY = { target: '+12025550123', code: '123456' };
  const CODE: SessionEvent = submitPhoneLogin(PHONE_ENTRY, () => 'vault:7');

  test('a failed load of the chunk is shown and can be retried (SESS-03, ROUTE-13)', async () => {
    const harness = await harnessAfter(done('restore', null), BY_PHONE, failed('loadRecovery', OFFLINE));
    expect(screenOf(harness)).toEqual(form({ method: 'phone', part: 'loadFailed' }));
    await harness.perform({ type: 'session.retry' });
    await harness.perform(done('loadRecovery'));
    expect(screenOf(harness)).toEqual(form({ method: 'phone' }));
  });

  test('the port gets number and reference; a refusal keeps the form, is reported and is cleared with the method (SESS-03)', async () => {
    const refused = failure('verificationCodeIncorrect', { code: 20111 });
    const harness = await harnessAfter(done('restore', null), BY_PHONE, done('loadRecovery'), CODE);
    expect(harness.inputsOf('login')).toEqual([{ method: 'phone', account: '+12025550123', passwordRef: 'vault:7' }]);
    await harness.perform(failed('login', refused));
    expect(screenOf(harness)).toEqual(form({ method: 'phone', failure: refused }));
    expect(harness.reports.at(-1)).toEqual({ type: 'session.refused', method: 'phone' });
    await harness.perform(BY_ACCOUNT);
    expect(screenOf(harness)).toEqual(form());
  });

  test('a correct code activates the session (SESS-03)', async () => {
    const harness = await harnessAfter(
      done('restore', null),
      BY_PHONE,
      done('loadRecovery'),
      CODE,
      done('login', GRANT),
    );
    expect(harness.reports.at(-1)).toEqual({ type: 'session.activated', grant: GRANT, by: 'phone' });
    expect(harness.snapshot().context.passwordRef).toBe(null);
  });
});

describe('a login on this page', () => {
  const PHONE_LOGIN: SessionEvent = submitPhoneLogin({ target: '+12025550123', code: '123456' }, () => 'vault:7');

  test.each<[what: string, hasLoggedIn: boolean, events: readonly EventObject[]]>([
    ['a login by account', true, [done('restore', null), LOGIN, done('login', GRANT)]],
    ['a login by phone', true, [done('restore', null), PHONE_LOGIN, done('login', GRANT)]],
    ['a login in flight', false, [done('restore', null), LOGIN]],
    ['a reload', false, [done('restore', GRANT)]],
    ['a login in another tab', false, [done('restore', null), { type: 'tab.login' }, done('restore', GRANT)]],
    ['a logout', false, [done('restore', null), LOGIN, done('login', GRANT), { type: 'logout.request' }]],
  ])('%s: %s (SESS-06)', async (_, hasLoggedIn, events) => {
    expect(selectHasLoggedIn((await harnessAfter(...events)).snapshot())).toBe(hasLoggedIn);
  });
});

describe('an invalid entry', () => {
  const storeSecret = vi.fn(() => 'vault:3');
  beforeEach(() => void storeSecret.mockClear());
  const shown = (harness: Harness<SessionSnapshot>) => selectLoginProblems(harness.snapshot());

  test('an invalid submit is refused with a problem for each field, and no password enters vault, event or context (D13, SESS-11)', async () => {
    const harness = await harnessAfter(done('restore', null));
    expect(shown(harness)).toBe(null);
    const refused = submitLogin({ account: '', password: 'short' }, storeSecret);
    expect(refused).toEqual({
      type: 'login.submit',
      method: 'account',
      account: '',
      passwordRef: '',
      problems: { account: 'incomplete', password: 'passwordFormat' },
    });
    await harness.perform(refused);
    expect(harness.inputsOf('login')).toEqual([]);
    expect(storeSecret).not.toHaveBeenCalled();
    expect(screenOf(harness)).toEqual(form());
    expect(shown(harness)).toEqual({ account: 'incomplete', password: 'passwordFormat' });
    expect(JSON.stringify(harness.snapshot().context)).not.toContain('short');
  });

  test('a submit is possible with any entry, so that its problems are shown, but not while a login is in flight (D13, SESS-11)', async () => {
    const harness = await harnessAfter(done('restore', null));
    expect([harness.snapshot().can(BLANK), harness.snapshot().can(LOGIN)]).toEqual([true, true]);
    await harness.perform(LOGIN);
    expect([harness.snapshot().can(BLANK), harness.snapshot().can(LOGIN)]).toEqual([false, false]);
  });

  test('no problem is shown before the first submit; then each edit is validated (D13, SESS-11)', async () => {
    const harness = await harnessAfter(done('restore', null));
    expect(harness.snapshot().can(editLogin({ account: '', password: '' }))).toBe(false);
    await harness.perform(BLANK);
    await harness.perform(editLogin({ account: 'ada', password: '' }));
    expect(shown(harness)).toEqual({ account: null, password: 'incomplete' });
    expect(harness.snapshot().can(editLogin({ account: 'ada lovelace', password: '' }))).toBe(false);
    await harness.perform(editLogin({ account: 'ada', password: 'x' }));
    expect(shown(harness)).toEqual({ account: null, password: 'passwordFormat' });
    await harness.perform(CORRECTED);
    expect(shown(harness)).toEqual({ account: null, password: null });
    await harness.perform(LOGIN);
    expect(harness.inputsOf('login')).toHaveLength(1);
  });

  test('a refusal of the account stays while the entry is edited (D13)', async () => {
    const harness = await harnessAfter(done('restore', null), LOGIN, failed('login', WRONG), BLANK, CORRECTED);
    expect(screenOf(harness)).toEqual(form({ failure: WRONG, loginName: 'ada@example.org' }));
    await harness.perform(AGAIN);
    expect(harness.inputsOf('login')).toHaveLength(2);
  });

  test('a login by phone has problems of number and code, and the next edit clears a refusal (D13, SESS-03)', async () => {
    const entry = { target: '+12025550123', code: '123456' };
    const refused = failure('verificationCodeIncorrect', { code: 20111 });
    const harness = await harnessAfter(done('restore', null), BY_PHONE, done('loadRecovery'));
    await harness.perform(submitPhoneLogin({ target: '+12', code: '' }, storeSecret));
    expect(selectPhoneLoginProblems(harness.snapshot())).toEqual({ target: 'phoneFormat', code: 'incomplete' });
    expect([selectLoginProblems(harness.snapshot()), storeSecret.mock.calls]).toEqual([null, []]);
    await harness.perform(editPhoneLogin(entry));
    await harness.perform(submitPhoneLogin(entry, storeSecret));
    await harness.perform(failed('login', refused));
    expect(screenOf(harness)).toEqual(form({ method: 'phone', failure: refused }));
    await harness.perform(editPhoneLogin({ ...entry, code: '1234' }));
    expect(screenOf(harness)).toEqual(form({ method: 'phone' }));
    expect(selectPhoneLoginProblems(harness.snapshot())).toEqual({ target: null, code: 'codeFormat' });
  });

  test('a login by account has no problems of number and code (D13, SESS-03)', async () => {
    const harness = await harnessAfter(done('restore', null));
    expect(selectPhoneLoginProblems(harness.snapshot())).toBe(null);
    await harness.perform(BLANK);
    expect(selectPhoneLoginProblems(harness.snapshot())).toBe(null);
  });

  test('a valid name is sent without the spaces around it; an invalid login by phone has no reference (SESS-02, SESS-03)', () => {
    expect(submitLogin({ ...ENTRY, account: ' ada@example.org ' }, storeSecret)).toMatchObject({
      account: 'ada@example.org',
      passwordRef: 'vault:3',
    });
    expect(submitPhoneLogin({ target: '+12', code: '123456' }, storeSecret)).toMatchObject({ passwordRef: '' });
  });
});

describe('a new password', () => {
  test('another channel restarts the form, the same one does not, and none returns to the login (SESS-05)', async () => {
    const harness = await harnessAfter(
      done('restore', null),
      recoveryOf('email'),
      done('loadRecovery'),
      recoveryOf('email'),
    );
    expect(harness.inputsOf('recovery')).toEqual([{ by: 'email' }]);
    expect(screenOf(harness)).toEqual(form({ method: { recovery: 'email' } }));
    await harness.perform(recoveryOf('phone'));
    expect(screenOf(harness)).toEqual(form({ method: { recovery: 'phone' }, part: 'loading' }));
    await harness.perform(done('loadRecovery'));
    expect(harness.inputsOf('recovery')).toEqual([{ by: 'email' }, { by: 'phone' }]);
    await harness.perform(recoveryOf(null));
    expect(screenOf(harness)).toEqual(form());
    expect(harness.isRunning('recovery')).toBe(false);
  });

  test('another channel clears the refusal of a login that was in flight (SESS-05)', async () => {
    const harness = await harnessAfter(done('restore', null), LOGIN, recoveryOf('email'), failed('login', WRONG));
    expect(harness.snapshot().context.failure).toEqual(WRONG);
    await harness.perform(recoveryOf('phone'));
    expect(harness.snapshot().context.failure).toBe(null);
  });

  test('after a crash the form can be opened again (SESS-05)', async () => {
    const harness = await harnessAfter(
      done('restore', null),
      recoveryOf('phone'),
      done('loadRecovery'),
      failed('recovery', OFFLINE),
    );
    expect(screenOf(harness)).toEqual(form({ method: { recovery: 'phone' }, part: 'loadFailed' }));
    await harness.perform({ type: 'session.retry' });
    expect(screenOf(harness)).toEqual(form({ method: { recovery: 'phone' }, part: 'loading' }));
  });
});

describe('the end', () => {
  const ENDS = [
    ['session.expire', 'expired'],
    ['session.kick', 'kicked'],
    ['logout.request', 'logout'],
    ['tab.logout', 'other-tab'],
  ] as const;

  test.each(ENDS)(
    '%s: reported immediately, deleted once, no data of the account left (SESS-02, SESS-09)',
    async (type, why) => {
      const harness = await harnessAfter(done('restore', GRANT), { type });
      expect(harness.reports.slice(1)).toEqual([{ type: 'session.ended', why }]);
      expect(harness.inputsOf('deleteSession')).toEqual([{ why }]);
      expect(JSON.stringify(harness.snapshot().context)).not.toMatch(/u1|g1|Ada|help\.example/);
      await harness.perform(done('deleteSession'));
      if (why === 'expired') for (const event of CONFIRMED) await harness.perform(event);
      expect(harness.reports.slice(2)).toEqual([{ type: 'session.absent' }]);
      expect(screenOf(harness)).toEqual(form());
      expect(harness.inputsOf('deleteSession')).toHaveLength(1);
    },
  );

  test.each(ENDS)('%s: the login form has the last name only after a 203 (SESS-07)', async (type) => {
    const login = [done('restore', null), LOGIN, done('login', GRANT)];
    const read = type === 'session.expire' ? CONFIRMED : [];
    const harness = await harnessAfter(...login, { type }, ...read, done('deleteSession'));
    expect(screenOf(harness)).toEqual(form({ loginName: type === 'session.expire' ? 'ada@example.org' : '' }));
  });

  test.each(ENDS)('%s: no login is possible while the session is being deleted (SESS-02)', async (type) => {
    const harness = await harnessAfter(done('restore', GRANT), { type }, { type: 'notice.confirm' });
    if (type === 'session.expire') await harness.perform(done('clearNotice'));
    expect(harness.snapshot().can(LOGIN)).toBe(false);
    expect(screenOf(harness)).toEqual({ name: 'leaving' });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(harness.snapshot().can(LOGIN)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(harness.snapshot().can(LOGIN)).toBe(true);
  });

  test.each([
    ['a visitor', [done('restore', null)]],
    ['a login in progress', [done('restore', null), LOGIN]],
    ['a token that could not be checked', [failed('restore', OFFLINE)]],
  ])('203 and 20002 end %s too (D22, SESS-07, SESS-08)', async (_, before) => {
    for (const [type, why] of ENDS.slice(0, 2)) {
      const harness = await harnessAfter(...before, { type });
      expect(harness.reports.at(-1)).toEqual({ type: 'session.ended', why });
      expect(harness.inputsOf('deleteSession')).toEqual([{ why }]);
      expect(harness.isRunning('login')).toBe(false);
    }
  });
});

describe('other tabs', () => {
  test('a login in another tab is adopted (SESS-10)', async () => {
    const harness = await harnessAfter(done('restore', null), { type: 'tab.login' }, done('restore', GRANT));
    expect(harness.reports.at(-1)).toEqual({ type: 'session.activated', grant: GRANT, by: 'other-tab' });
  });
});

const nothing = (): Promise<never> => new Promise(() => undefined);
const RECOVERY = { sendCode: nothing, coolDown: nothing, resetPassword: nothing };
const CHILDREN = { verification: wire(verificationMachine, RECOVERY), passwordReset: wirePasswordReset(RECOVERY) };

/** Runs a session below a parent that collects its reports. The property resolves the ports in any order. */
const withPorts = (ports: SessionPorts): { send(event: SessionEvent): void; reports: EventObject[] } => {
  const reports: EventObject[] = [];
  const host = setup({ actors: { session: wire(sessionMachine, ports, CHILDREN) } }).createMachine({
    invoke: { id: 'session', src: 'session' },
    on: { '*': { actions: ({ event }) => reports.push(event) } },
  });
  const root = createActor(host).start();
  return {
    reports,
    send: (event) => {
      if (event.type === 'tab.login') reports.push(event);
      root.getSnapshot().children.session?.send(event);
    },
  };
};

test('responses and 203s in any order: never two ends without an activation between them, never two concurrent deletions (C27)', async () => {
  const EVENT: fc.Arbitrary<SessionEvent> = fc.constantFrom(
    LOGIN,
    ...(['session.expire', 'session.kick', 'logout.request', 'notice.confirm', 'tab.login', 'tab.logout'] as const).map(
      (type) => ({ type }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(EVENT, { maxLength: 25 }), async (scheduler, events) => {
      let farewells = 0;
      let most = 0;
      const ports: SessionPorts = {
        loadRecovery: () => Promise.resolve(),
        saveNotice: () => Promise.resolve(),
        restore: () => scheduler.schedule(Promise.resolve(GRANT)),
        login: () => scheduler.schedule(Promise.resolve(GRANT)),
        redeemTicket: () => Promise.resolve(GRANT),
        settleLogin: () => Promise.resolve(GRANT),
        deleteSession: async (_, signal) => {
          farewells += 1;
          most = Math.max(most, farewells);
          signal.addEventListener('abort', () => {
            farewells -= 1;
          });
          await scheduler.schedule(Promise.resolve());
          if (!signal.aborted) farewells -= 1;
        },
      };
      const { send, reports } = withPorts(ports);
      scheduler.scheduleSequence(events.map((event) => async () => send(event)));
      await scheduler.waitIdle();
      const ends = reports
        .map(({ type }) => type)
        .filter((type) => type.startsWith('session.') || type === 'tab.login');
      const repeated = ends.filter((type, at) => type === 'session.ended' && ends[at - 1] === 'session.ended');
      expect(repeated).toEqual([]);
      expect(most).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200 },
  );
});
