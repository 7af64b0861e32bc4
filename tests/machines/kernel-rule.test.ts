import { describe, expect, test } from 'vitest';
import { createMachine, initialTransition } from 'xstate';
import { createRuleCheck, firstViolation, type Rule, type RuleStep, ruleAbout } from '../../machines/kernel/rule.ts';

const [snapshot] = initialTransition(createMachine({}));

/** `door.open` is a step of the machine `door`. */
const stepOf = (type: string): RuleStep => {
  const [machine = ''] = type.split('.');
  return { machine, path: `$/${machine}`, event: { type }, snapshot, running: new Map() };
};

const alternating = (...machines: readonly string[]): Rule =>
  ruleAbout(...machines)({
    id: 'alternating',
    sentence: 'No action happens twice in a row.',
    memory: '',
    check: (last, { event }) => (event.type.endsWith(last) && last !== '' ? `${last} again` : null),
    remember: (_, { event }) => event.type.split('.')[1] ?? '',
  });

test('a rule has its text, the machines that it reads and no problem at the start', () => {
  expect(alternating('door', 'gate')).toMatchObject({
    id: 'alternating',
    sentence: 'No action happens twice in a row.',
    machines: ['door', 'gate'],
    start: { problem: null },
  });
  expect(alternating().machines).toBeNull();
});

describe('violations', () => {
  const open = { step: 1, problem: 'open again' };

  test.each([
    { what: 'no steps', about: ['door'], events: [], found: null },
    { what: 'steps that keep it', about: ['door'], events: ['door.open', 'door.shut', 'door.open'], found: null },
    { what: 'the first step that breaks it', about: ['door'], events: ['door.open', 'door.open'], found: open },
    {
      what: 'only the first of several',
      about: ['door'],
      events: ['door.open', 'door.open', 'door.open', 'door.shut', 'door.shut'],
      found: open,
    },
    { what: 'no step of another machine', about: ['door'], events: ['door.open', 'gate.open'], found: null },
    {
      what: 'a step after those of another machine',
      about: ['door'],
      events: ['gate.open', 'door.open', 'gate.shut', 'door.open'],
      found: { step: 3, problem: 'open again' },
    },
    { what: 'steps of both of its machines', about: ['door', 'gate'], events: ['door.open', 'gate.open'], found: open },
    { what: 'steps of every machine', about: [], events: ['door.open', 'gate.open'], found: open },
  ])('a rule about $about finds $what, afterwards and live', ({ about, events, found }) => {
    const rule = alternating(...about);
    const steps = events.map(stepOf);
    expect(firstViolation(rule, steps)).toEqual(found && { rule, data: null, ...found });
    const check = createRuleCheck([rule]);
    expect(steps.flatMap((step) => check(step))).toEqual(found ? [{ rule, data: null, ...found }] : []);
  });

  test('a step is checked by every rule, and a broken rule does not end the others', () => {
    const [door, every] = [alternating('door'), alternating()];
    const check = createRuleCheck([door, every]);
    const found = ['door.open', 'gate.open', 'door.open'].map((type) => check(stepOf(type)));
    expect(found).toEqual([
      [],
      [{ rule: every, step: 1, problem: 'open again', data: null }],
      [{ rule: door, step: 2, problem: 'open again', data: null }],
    ]);
  });
});
