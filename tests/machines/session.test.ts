import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyEventObject, EventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { editLogin, submitLogin } from '../../machines/session/login.events.ts';
import { editPhoneLogin, submitPhoneLogin } from '../../machines/session/recovery.events.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import {
  type SessionScreen,
  selectHasLoggedIn,
  selectLoginProblems,
  selectPhoneLoginProblems,
  selectSessionScreen,
} from '../../machines/session/session.screens.ts';
import type { SessionEvent, SessionGrant } from '../../machines/session/session.types.ts';
import { done, failed, ImpossibleEventError, startHarness } from '../support/machines/machine-harness.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

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

const PHONE_ENTRY = { target: '+12025550123', code: '123456' };
const CODE: SessionEvent = submitPhoneLogin(PHONE_ENTRY, () => 'vault:7');
const choose = (adopt: boolean): SessionEvent => ({ type: 'account.choose', adopt });

const BOB: SessionGrant = { account: { ...GRANT.account, userId: 'u2', displayName: 'Bob' }, customerService: null };
const WRONG = failure('incorrectPassword', { code: 1004, msg: 'Wrong password' });
const OFFLINE = failure('offline', { status: 500 });
const LINK_EXPIRED = failure('linkExpired');

const CONFIRMED: readonly EventObject[] = [{ type: 'notice.confirm' }, done('clearNotice')];
const VISITOR = done('restore', null);
const PLAYER = done('restore', GRANT);
const ACCEPTED = done('login', GRANT);
const retry: SessionEvent = { type: 'session.retry' };

const play = async (...events: readonly EventObject[]) => {
  const harness = startHarness(sessionMachine, { input: undefined });
  const found = () => {
    const snapshot = harness.snapshot();
    const deletions = harness.inputsOf('deleteSession');
    const problems = selectLoginProblems(snapshot);
    const phoneProblems = selectPhoneLoginProblems(snapshot);
    const { context } = snapshot;
    const logins = harness.inputsOf('login');
    const screen = selectSessionScreen(snapshot);
    return { screen, reports: harness.reports, logins, deletions, problems, phoneProblems, context };
  };
  const perform = async (...more: readonly EventObject[]) => {
    await harness.perform(...more);
    return found();
  };
  await perform(...events);
  return { harness, perform, can: (event: SessionEvent) => harness.snapshot().can(event), ...found() };
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

beforeEach(() => void vi.useFakeTimers());

const ENDS = [
  ['session.expire', 'expired'],
  ['session.kick', 'kicked'],
  ['logout.request', 'logout'],
  ['tab.logout', 'other-tab'],
] as const;

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
  retry,
  ...ENDS.map(([type]) => ({ type })),
  { type: 'notice.confirm' },
  { type: 'tab.login' },
  PLAYER,
  VISITOR,
  done('restore', { beforeTicket: GRANT }),
  done('restore', { beforeTicket: null }),
  failed('restore', OFFLINE),
  failed('restore', failure('tokenFailure')),
  failed('restore', failure('signedOutByServer')),
  done('redeemTicket', BOB),
  done('redeemTicket', { other: 'Bob' }),
  failed('redeemTicket', LINK_EXPIRED),
  failed('redeemTicket', OFFLINE),
  choose(true),
  done('settleLogin', BOB),
  failed('settleLogin', OFFLINE),
  ACCEPTED,
  failed('login', WRONG),
  done('deleteSession'),
  failed('deleteSession', OFFLINE),
  done('clearNotice'),
  failed('clearNotice', OFFLINE),
  failed('saveNotice', OFFLINE),
  ...['leaving', 'kicked', 'displaced', 'expired.storage.clearing'].map((state) => ({
    type: `xstate.after.logoutTimeout.session.${state}`,
  })),
];

test('every transition is taken, and every state has its screen (SESS-06, SESS-07)', async () => {
  const names = await coverScreens(sessionMachine, {
    inputs: [undefined],
    events: EVENTS,
    serialize: ({ value, context }) =>
      JSON.stringify([value, context.recovery, context.problems, context.account === null]),
    screen: selectSessionScreen,
  });
  const shown = ['active', 'choosing', 'expired-notice', 'form', 'leaving', 'restore-failed', 'restoring'];
  expect(names).toEqual(shown);
});

type Found = Partial<Awaited<ReturnType<Awaited<ReturnType<typeof play>>['perform']>>>;

const UNVERIFIED = { type: 'session.unverified', failure: OFFLINE };
const activated = (grant: SessionGrant, by: string) => ({ type: 'session.activated', grant, by });
const ended = (why: string) => ({ type: 'session.ended', why });
const NOBODY = done('restore', { beforeTicket: null });
const ADA = done('restore', { beforeTicket: GRANT });
const OTHER = done('redeemTicket', { other: 'Bob' });
const EXPIRED_LINK = failed('redeemTicket', LINK_EXPIRED);

const ABSENT = { type: 'session.absent' };
const NO_LINK = failed('redeemTicket', OFFLINE);
const PHONE_FORM = [VISITOR, BY_PHONE, done('loadRecovery')];
const REFUSED = [VISITOR, LOGIN, failed('login', WRONG)];
const REFUSED_LATER = [VISITOR, LOGIN, recoveryOf('email'), failed('login', WRONG)];

type Row = [what: string, events: readonly EventObject[], found: object];

const expectFound = async (_: string, events: readonly EventObject[], found: object): Promise<void> => {
  expect(await play(...events)).toMatchObject(found);
};

test.each<Row>([
  ['begins with the stored session', [], { screen: { name: 'restoring' }, context: { method: 'account' } }],
  [
    'adopts a login in another tab',
    [VISITOR, { type: 'tab.login' }, PLAYER],
    { reports: [ABSENT, activated(GRANT, 'other-tab')] },
  ],
])('a visit %s (SESS-06, SESS-10)', expectFound);

test.each<Row>([
  [
    'an unknown token, like any 203',
    [failed('restore', failure('tokenFailure'))],
    { screen: { name: 'expired-notice' }, reports: [ended('expired')] },
  ],
  ['a logout by the server', [failed('restore', failure('signedOutByServer'))], { reports: [ended('kicked')] }],
  ['a logout in another tab', [{ type: 'tab.logout' }], { reports: [ended('other-tab')] }],
  [
    'a logout in another tab after a failed check',
    [failed('restore', OFFLINE), { type: 'tab.logout' }],
    { reports: [UNVERIFIED, ended('other-tab')] },
  ],
])('a session that is being restored ends with %s (SESS-07, SESS-08, SESS-09)', expectFound);

const UNREACHABLE = { screen: { name: 'restore-failed', failure: OFFLINE }, reports: [UNVERIFIED] };

test.each<Row>([
  ['reports nothing before it is redeemed', [ADA], { screen: { name: 'restoring' }, reports: [] }],
  ['logs the first player in', [NOBODY, done('redeemTicket', BOB)], { reports: [activated(BOB, 'restore')] }],
  ['logs the same player in', [ADA, done('redeemTicket', BOB)], { reports: [activated(BOB, 'restore')] }],
  [
    'asks another player',
    [ADA, OTHER],
    { screen: { name: 'choosing', displayName: 'Ada', other: 'Bob' }, reports: [] },
  ],
  [
    'tells a visitor that it has expired',
    [NOBODY, EXPIRED_LINK],
    { screen: form({ failure: LINK_EXPIRED }), reports: [ABSENT] },
  ],
  [
    'that has expired keeps a session that exists',
    [ADA, EXPIRED_LINK],
    { reports: [{ type: 'session.linkExpired' }, activated(GRANT, 'restore')], context: { failure: null } },
  ],
  ['waits while the server cannot be reached', [ADA, NO_LINK], UNREACHABLE],
  ['waits with a choice, too', [ADA, OTHER, choose(true), failed('settleLogin', OFFLINE)], UNREACHABLE],
  ['can be retried', [ADA, NO_LINK, retry, ADA, done('redeemTicket', GRANT)], { screen: { name: 'active' } }],
])('a link from the game %s (SESS-12)', expectFound);

test.each<Row>([
  [
    'gives the port the name and a reference',
    [VISITOR, LOGIN],
    { logins: [{ method: 'account', account: 'ada@example.org', passwordRef: 'vault:1' }] },
  ],
  [
    'that succeeds keeps no secret',
    [VISITOR, LOGIN, ACCEPTED],
    { context: { ...GRANT, passwordRef: null, by: 'login' }, reports: [ABSENT, activated(GRANT, 'login')] },
  ],
])('a login %s (SESS-02)', expectFound);

test.each<Row>([
  [
    'keeps the name and shows the message of the server (ERRS-04)',
    REFUSED,
    { screen: form({ failure: WRONG, loginName: 'ada@example.org' }), context: { passwordRef: null } },
  ],
  [
    'allows another attempt (ERRS-04)',
    [...REFUSED, AGAIN],
    { screen: form({ busy: true, loginName: 'ada@example.org' }), logins: [{}, { passwordRef: 'vault:2' }] },
  ],
  [
    'is followed by the problems of an invalid entry (D13, SESS-11)',
    [...REFUSED, BLANK],
    { problems: { account: 'incomplete', password: 'incomplete' }, phoneProblems: null },
  ],
  ['is cleared by another method (SESS-03)', [...REFUSED, BY_PHONE], { context: { failure: null } }],
])('a refusal %s', expectFound);

test.each<Row>([
  [
    'may crash (ROUTE-13)',
    [...PHONE_FORM, failed('verification', OFFLINE)],
    { screen: form({ method: 'phone', part: 'loadFailed' }) },
  ],
  [
    'loads on a retry (ROUTE-13)',
    [VISITOR, BY_PHONE, failed('loadRecovery', OFFLINE), retry, done('loadRecovery')],
    { screen: form({ method: 'phone' }) },
  ],
  [
    'gives the port number and reference',
    [...PHONE_FORM, CODE],
    { logins: [{ method: 'phone', account: '+12025550123', passwordRef: 'vault:7' }] },
  ],
  [
    'stays after a refusal, which is reported',
    [...PHONE_FORM, CODE, failed('login', WRONG)],
    {
      screen: form({ method: 'phone', failure: WRONG }),
      reports: [ABSENT, { type: 'session.refused', method: 'phone' }],
    },
  ],
  [
    'gives way to another method, without its refusal',
    [...PHONE_FORM, CODE, failed('login', WRONG), BY_ACCOUNT],
    { screen: form() },
  ],
  [
    'activates the session after a correct code',
    [...PHONE_FORM, CODE, ACCEPTED],
    { reports: [ABSENT, activated(GRANT, 'phone')], context: { passwordRef: null } },
  ],
])('the form for phones %s (SESS-03)', expectFound);

const RECOVERY_LOADS = { screen: form({ method: { recovery: 'phone' }, part: 'loading' }) };
const EMAIL_FORM = [VISITOR, recoveryOf('email'), done('loadRecovery')];

test.each<Row>([
  ['can be requested from the form for phones', [VISITOR, BY_PHONE, recoveryOf('phone')], RECOVERY_LOADS],
  [
    'has a form that may fail to load (ROUTE-13)',
    [VISITOR, recoveryOf('email'), failed('loadRecovery', OFFLINE)],
    { screen: form({ method: { recovery: 'email' }, part: 'loadFailed' }) },
  ],
  [
    'leads to the login of its account',
    [...EMAIL_FORM, done('recovery', { target: 'ada@example.org' })],
    {
      screen: form({ loginName: 'ada@example.org', recovered: true }),
      reports: [ABSENT, { type: 'session.recovered' }],
    },
  ],
  ['can be cancelled', [...EMAIL_FORM, recoveryOf(null)], { screen: form() }],
  [
    'can be requested again after a crash',
    [VISITOR, recoveryOf('phone'), done('loadRecovery'), failed('recovery', OFFLINE), retry],
    RECOVERY_LOADS,
  ],
  ['is chosen while a login in flight is refused', REFUSED_LATER, { context: { failure: WRONG } }],
  ['by another channel clears that refusal', [...REFUSED_LATER, recoveryOf('phone')], { context: { failure: null } }],
])('a new password %s (SESS-05)', expectFound);

test.each<Row>([
  [
    'a notice that cannot be stored is confirmed (SESS-07)',
    [
      VISITOR,
      { type: 'session.expire' },
      { type: 'notice.confirm' },
      failed('clearNotice', OFFLINE),
      done('deleteSession'),
    ],
    { screen: form() },
  ],
  [
    'a session that cannot be deleted is left (SESS-02)',
    [PLAYER, { type: 'logout.request' }, failed('deleteSession', OFFLINE)],
    { screen: form() },
  ],
])('%s', expectFound);

test.each<[what: string, events: readonly EventObject[], id: string, inputs: readonly object[]]>([
  [
    'a code for a login',
    [VISITOR, BY_PHONE, done('loadRecovery')],
    'verification',
    [{ channel: 'phone', purpose: 'login' }],
  ],
  ['a notice that is unread', [{ type: 'session.expire' }], 'saveNotice', [{ unread: true }]],
  [
    'a notice that is read',
    [{ type: 'session.expire' }, { type: 'notice.confirm' }],
    'clearNotice',
    [{ unread: false }],
  ],
  ['a login in another tab, which starts again', [{ type: 'tab.login' }], 'restore', [{}, {}]],
])('%s: the inputs (SESS-03, SESS-07, SESS-10)', async (_, events, id, inputs) => {
  expect((await play(...events)).harness.inputsOf(id)).toEqual(inputs);
});

test.each([
  ['switches', true, BOB],
  ['stays', false, GRANT],
])('the player of another account %s to that of the link (SESS-12)', async (_, adopt, grant) => {
  const { harness, perform } = await play(ADA, OTHER, choose(adopt));
  expect(harness.inputsOf('settleLogin')).toEqual([{ adopt }]);
  const { reports, context } = await perform(done('settleLogin', grant));
  expect(reports).toEqual([activated(grant, 'restore')]);
  expect(context.other).toBeUndefined();
});

test.each<[SessionEvent['type'], string]>([
  ['session.expire', 'expired'],
  ['session.kick', 'kicked'],
  ['tab.logout', 'other-tab'],
])('a link for another player gives way to %s (SESS-07, SESS-08)', async (type, why) => {
  const { reports, context } = await play(ADA, OTHER, { type });
  expect(reports).toEqual([ended(why)]);
  expect(JSON.stringify(context)).not.toMatch(/Ada|Bob/);
});

test.each<[what: string, hasLoggedIn: boolean, events: readonly EventObject[]]>([
  ['a login by account', true, [VISITOR, LOGIN, ACCEPTED]],
  ['a login by phone', true, [VISITOR, CODE, ACCEPTED]],
  ['a reload', false, [PLAYER]],
  ['a login in another tab', false, [VISITOR, { type: 'tab.login' }, PLAYER]],
  ['a logout', false, [VISITOR, LOGIN, ACCEPTED, { type: 'logout.request' }]],
])('%s is a login on this page: %s (SESS-06)', async (_, hasLoggedIn, events) => {
  const { harness } = await play(...events);
  expect(selectHasLoggedIn(harness.snapshot())).toBe(hasLoggedIn);
});

describe('an invalid entry', () => {
  const storeSecret = vi.fn(() => 'vault:3');
  beforeEach(() => void storeSecret.mockClear());

  test('an invalid submit is refused with a problem for each field, and no password enters vault, event or context (D13, SESS-11)', async () => {
    const refused = submitLogin({ account: '', password: 'short' }, storeSecret);
    const problems = { account: 'incomplete', password: 'passwordFormat' };
    expect(refused).toEqual({ type: 'login.submit', method: 'account', account: '', passwordRef: '', problems });
    const { perform, ...before } = await play(VISITOR);
    expect(before.problems).toBe(null);
    const after: Found = await perform(refused);
    expect(after).toMatchObject({ logins: [], screen: form(), problems });
    expect([storeSecret.mock.calls, JSON.stringify(after.context).includes('short')]).toEqual([[], false]);
  });

  test('a submit is possible with any entry, so that its problems are shown, but not while a login is in flight (D13, SESS-11)', async () => {
    const { can, perform } = await play(VISITOR);
    expect([can(BLANK), can(LOGIN)]).toEqual([true, true]);
    await perform(LOGIN);
    expect([can(BLANK), can(LOGIN)]).toEqual([false, false]);
  });

  test('no problem is shown before the first submit; then each edit is validated (D13, SESS-11)', async () => {
    const { can, perform } = await play(VISITOR);
    expect(can(editLogin({ account: '', password: '' }))).toBe(false);
    const { problems } = await perform(BLANK, editLogin({ account: 'ada', password: '' }));
    expect(problems).toEqual({ account: null, password: 'incomplete' });
    expect(can(editLogin({ account: 'ada lovelace', password: '' }))).toBe(false);
    const wrong = await perform(editLogin({ account: 'ada', password: 'x' }));
    expect(wrong.problems).toEqual({ account: null, password: 'passwordFormat' });
    expect((await perform(CORRECTED)).problems).toEqual({ account: null, password: null });
    expect((await perform(LOGIN)).logins).toHaveLength(1);
  });

  test('a refusal of the account stays while the entry is edited (D13)', async () => {
    const { perform, screen } = await play(VISITOR, LOGIN, failed('login', WRONG), BLANK, CORRECTED);
    expect(screen).toEqual(form({ failure: WRONG, loginName: 'ada@example.org' }));
    expect((await perform(AGAIN)).logins).toHaveLength(2);
  });

  test('a login by phone has problems of number and code, and the next edit clears a refusal (D13, SESS-03)', async () => {
    const wrong = submitPhoneLogin({ target: '+12', code: '' }, storeSecret);
    const { perform, can, ...found } = await play(VISITOR, BY_PHONE, done('loadRecovery'), wrong);
    expect(found).toMatchObject({ problems: null, phoneProblems: { target: 'phoneFormat', code: 'incomplete' } });
    expect([wrong, storeSecret.mock.calls]).toMatchObject([{ passwordRef: '' }, []]);
    await perform(editPhoneLogin(PHONE_ENTRY), CODE, failed('login', WRONG));
    const edit = editPhoneLogin({ ...PHONE_ENTRY, code: '1234' });
    const { screen, phoneProblems } = await perform(edit);
    expect([screen, phoneProblems]).toEqual([form({ method: 'phone' }), { target: null, code: 'codeFormat' }]);
    expect(can(edit)).toBe(false);
  });

  test('a valid name is sent without the spaces around it (SESS-02)', () => {
    const submitted = submitLogin({ ...ENTRY, account: ' ada@example.org ' }, storeSecret);
    expect(submitted).toMatchObject({ account: 'ada@example.org', passwordRef: 'vault:3' });
  });
});

test('another channel restarts the form of a new password, the same one does not (SESS-05)', async () => {
  const { harness, perform } = await play(VISITOR, recoveryOf('email'), done('loadRecovery'), recoveryOf('email'));
  expect([harness.inputsOf('recovery'), harness.isRunning('recovery')]).toEqual([[{ by: 'email' }], true]);
  await perform(recoveryOf('phone'), done('loadRecovery'));
  expect(harness.inputsOf('recovery')).toEqual([{ by: 'email' }, { by: 'phone' }]);
  await perform(recoveryOf(null));
  expect(harness.isRunning('recovery')).toBe(false);
});

describe('the end', () => {
  const readAfter = (type: string) => (type === 'session.expire' ? CONFIRMED : []);

  test.each(ENDS)('%s: reported immediately, deleted once, no data left (SESS-02, SESS-09)', async (type, why) => {
    const { perform, ...found } = await play(PLAYER, { type });
    expect([found.reports.slice(1), found.deletions]).toEqual([[ended(why)], [{ why }]]);
    expect(JSON.stringify(found.context)).not.toMatch(/u1|g1|Ada|help\.example/);
    const { reports, screen, deletions } = await perform(done('deleteSession'), ...readAfter(type));
    expect([reports.slice(2), screen, deletions.length]).toEqual([[{ type: 'session.absent' }], form(), 1]);
  });

  test.each(ENDS)('%s: the login form has the last name only after a 203 (SESS-07)', async (type) => {
    const { screen } = await play(VISITOR, LOGIN, ACCEPTED, { type }, ...readAfter(type), done('deleteSession'));
    expect(screen).toEqual(form({ loginName: type === 'session.expire' ? 'ada@example.org' : '' }));
  });

  test.each(ENDS)('%s: no login is possible while the session is being deleted (SESS-02)', async (type) => {
    const { can, screen } = await play(PLAYER, { type }, ...readAfter(type));
    expect([can(LOGIN), screen]).toEqual([false, { name: 'leaving' }]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(can(LOGIN)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(can(LOGIN)).toBe(true);
  });

  test.each([
    ['a visitor', [VISITOR]],
    ['a login in progress', [VISITOR, LOGIN]],
    ['a token that could not be checked', [failed('restore', OFFLINE)]],
  ])('203 and 20002 end %s too (D22, SESS-07, SESS-08)', async (_, before) => {
    for (const [type, why] of ENDS.slice(0, 2)) {
      const { harness, reports, deletions } = await play(...before, { type });
      expect([reports.at(-1), deletions, harness.isRunning('login')]).toEqual([ended(why), [{ why }], false]);
    }
  });
});

test('responses and 203s in any order: never two ends without a login or a report between them (C27)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), async (events) => {
      const { harness } = await play();
      const seen: string[] = [];
      for (const event of events) {
        if (event.type === 'tab.login') seen.push(event.type);
        const { length } = harness.reports;
        await harness.perform(event).catch((error: unknown) => {
          if (!(error instanceof ImpossibleEventError)) throw error;
        });
        seen.push(...harness.reports.slice(length).map(({ type }) => type));
      }
      expect(seen.join(' ')).not.toContain('session.ended session.ended');
    }),
    { numRuns: 300 },
  );
});
