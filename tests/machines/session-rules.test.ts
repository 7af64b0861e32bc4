import { expect, test } from 'vitest';
import type { RuleStep } from '../../machines/kernel/rule.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { SESSION_RULES } from '../../machines/session/session.rules.ts';
import { blankSession } from '../../machines/session/session.setup.ts';
import { verificationMachine } from '../../machines/session/verification.machine.ts';
import { expectNamed, type Judgment, judge } from '../support/machines/rule-judgment.ts';

const running: RuleStep['running'] = new Map();

const entryIs = (entry: 'idle' | 'authenticating', passwordRef: string | null): RuleStep => ({
  machine: 'session',
  path: '$/session',
  event: { type: 'login.submit' },
  snapshot: sessionMachine.resolveState({
    value: { anonymous: { entry, method: 'account' } },
    context: { ...blankSession, passwordRef },
  }),
  running,
});

const activeWith = (passwordRef: string | null): RuleStep => ({
  ...entryIs('idle', null),
  snapshot: sessionMachine.resolveState({ value: 'active', context: { ...blankSession, passwordRef } }),
});

const SENT = 'xstate.done.actor.sendCode';

const resendAt = (at: number, { type = 'target.edit', path = '$/session/verification' } = {}): RuleStep => ({
  machine: 'verification',
  path,
  event: { type },
  snapshot: verificationMachine.resolveState({
    value: 'idle',
    context: {
      channel: 'phone',
      purpose: 'login',
      target: null,
      sentTo: null,
      validMinutes: null,
      resendAt: at,
      failure: null,
      problems: null,
    },
  }),
  running,
});

test('a rule about the session has an id and a sentence', () => expectNamed(SESSION_RULES));

const secretAt = (step: number): Judgment => ({
  id: 'secret-is-cleared',
  step,
  problem: 'the session still refers to a secret',
});
const growthAt = (step: number, ms: number): Judgment => ({
  id: 'cooldown-never-up',
  step,
  problem: `it grows by ${ms} ms`,
});

test.each<{ what: string; steps: readonly RuleStep[]; found: readonly Judgment[] }>([
  {
    what: 'a login that clears its password',
    steps: [entryIs('idle', null), entryIs('authenticating', 'vault:1'), entryIs('idle', null), activeWith(null)],
    found: [],
  },
  { what: 'a request without a password', steps: [entryIs('authenticating', null)], found: [] },
  {
    what: 'a refused login that keeps its password',
    steps: [entryIs('authenticating', 'vault:1'), entryIs('idle', 'vault:1')],
    found: [secretAt(1)],
  },
  { what: 'a session that keeps its password', steps: [activeWith('vault:1')], found: [secretAt(0)] },
  {
    what: 'countdowns that start with a code, stay and shrink',
    steps: [
      resendAt(0),
      resendAt(60_000, { type: SENT }),
      resendAt(60_000),
      resendAt(90_000, { type: SENT }),
      resendAt(40_000),
    ],
    found: [],
  },
  {
    what: 'a countdown that grows without a code',
    steps: [resendAt(60_000, { type: SENT }), resendAt(61_500)],
    found: [growthAt(1, 1_500)],
  },
  {
    what: 'a countdown that shrinks and grows again',
    steps: [resendAt(60_000), resendAt(40_000), resendAt(60_000)],
    found: [growthAt(2, 20_000)],
  },
  {
    what: 'the countdown of a second form, and then that of the first',
    steps: [resendAt(60_000), resendAt(90_000, { path: '$/session/verification~2' }), resendAt(60_001)],
    found: [growthAt(2, 1)],
  },
])('the rules judge $what (SESS-02, SESS-03)', ({ steps, found }) => {
  expect(judge(SESSION_RULES, steps)).toEqual(found);
});
