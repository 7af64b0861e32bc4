import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createActor, type EventObject, raise, setup } from 'xstate';
import { orderMachine } from '../../machines/order/order.machine.ts';
import { transitionSentence } from '../../src/qa/chart/words.chart.ts';
import { MACHINES } from '../support/docs/machine-documents.ts';
import { chartTransitionsOf } from '../support/machines/chart-transitions.ts';
import { createTransitionCounter } from '../support/machines/transition-counter.ts';
import { pairsOf, transitionsOfPair } from '../support/machines/transition-pairs.ts';

type Truth = { readonly guard: string; readonly isTrue: boolean };

/** Each guarded transition has a guard of its own that records its outcomes. The bits of `wants` decide the guards. */
const guardedMachine = (truth: Truth[]) => {
  const guard =
    (name: string, bit: number) =>
    ({ context }: { readonly context: { readonly wants: number } }): boolean => {
      const isTrue = ((context.wants >> bit) & 1) === 1;
      truth.push({ guard: name, isTrue });
      return isTrue;
    };
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'] as const;
  const guards = Object.fromEntries(names.map((name, bit) => [name, guard(name, bit % 6)]));
  return setup({
    types: { context: {} as { wants: number }, events: {} as { type: string; wants: number } },
    guards: guards as Record<(typeof names)[number], ReturnType<typeof guard>>,
    actions: {
      want: ({ context, event }) => void Object.assign(context, { wants: event.wants ?? context.wants }),
    },
  }).createMachine({
    id: 'guarded',
    context: () => ({ wants: 0 }),
    type: 'parallel',
    on: { want: { actions: 'want' }, go: { guard: 'a', target: '.left.second' } },
    states: {
      left: {
        initial: 'first',
        on: { go: [{ guard: 'b', target: '.third' }] },
        states: {
          first: {
            always: { guard: 'c', target: 'second' },
            on: {
              go: [
                { guard: 'd', target: 'second' },
                { guard: 'e', actions: raise({ type: 'raised', wants: 1 }) },
              ],
            },
          },
          second: { on: { '*': { guard: 'f', target: 'third' }, raised: 'first' } },
          third: {
            initial: 'inner',
            always: [{ guard: 'g', target: 'first' }],
            onDone: 'first',
            states: { inner: { on: { go: { guard: 'h', target: 'over' } } }, over: { type: 'final' } },
          },
        },
      },
      right: {
        initial: 'low',
        states: {
          low: { always: { guard: 'i', target: 'high' }, on: { 'go.*': 'high', go: { guard: 'j', target: 'high' } } },
          high: { on: { raised: { guard: 'k', target: 'low' }, back: 'low' } },
        },
      },
    },
  });
};

const countsOf = (machine: AnyStateMachine, events: readonly EventObject[], before = (): void => undefined) => {
  const counter = createTransitionCounter();
  const actor = createActor(machine, { inspect: counter.inspect }).start();
  for (const event of events) {
    before();
    actor.send(event);
  }
  const counts = counter.counts().get(machine.id);
  if (!counts) throw new Error('nothing was counted');
  return counts;
};

const wordsOf = (machine: AnyStateMachine) => {
  const { chart } = chartTransitionsOf(machine);
  return (id: string): string => {
    const move = chart.moves.find((one) => one.id === id);
    return move ? transitionSentence(chart, move) : `unknown ${id}`;
  };
};

describe('the outcomes of guards', () => {
  const types = ['go', 'go.on', 'raised', 'back', 'other', 'want'] as const;
  const event = fc.record({ type: fc.constantFrom(...types), wants: fc.integer({ min: 0, max: 63 }) });

  test('are those that the guards returned', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        const truth: Truth[] = [];
        const machine = guardedMachine(truth);
        const { chart } = chartTransitionsOf(machine);
        const { taken, refused } = countsOf(machine, events);
        for (const { id, guard } of chart.moves) {
          if (guard === null) continue;
          const outcomes = truth.filter((one) => one.guard === guard);
          const trues = outcomes.filter(({ isTrue }) => isTrue).length;
          expect([guard, taken.get(id) ?? 0]).toEqual([guard, trues]);
          expect([guard, refused.get(id) ?? 0]).toEqual([guard, outcomes.length - trues]);
          for (const { isTrue } of outcomes) met.add(`${guard} ${isTrue}`);
        }
      }),
      // With 300 runs about one seed in forty misses a rare outcome.
      { numRuns: 1_500 },
    );
    expect([...met].sort()).toEqual([...'abcdefghijk'].flatMap((name) => [`${name} false`, `${name} true`]));
  });

  test('each pair that is taken is a pair of the chart', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        const machine = guardedMachine([]);
        const all = new Set(pairsOf(chartTransitionsOf(machine).moves));
        expect([...countsOf(machine, events).pairs.keys()].filter((pair) => !all.has(pair))).toEqual([]);
      }),
    );
  });
});

describe('pairs of transitions', () => {
  const types = (...list: readonly string[]) => list.map((type) => ({ type }));

  test('a pair is a way into a state and a way out of it', () => {
    const words = wordsOf(orderMachine);
    const { taken, refused, pairs } = countsOf(
      orderMachine,
      types('deadline.passed', 'goods.delivered', 'payment.captured', 'money.refunded'),
    );
    expect([...taken].map(([id, times]) => [words(id), times])).toEqual([
      ['pending · deadline.passed → overdue', 1],
      ['overdue · payment.captured → paid', 1],
      ['paid · money.refunded → refunded', 1],
    ]);
    expect(refused.size).toBe(0);
    expect([...pairs].map(([pair, times]) => [...transitionsOfPair(pair).map(words), times])).toEqual([
      ['pending · deadline.passed → overdue', 'overdue · payment.captured → paid', 1],
      ['overdue · payment.captured → paid', 'paid · money.refunded → refunded', 1],
    ]);
    expect(pairsOf(chartTransitionsOf(orderMachine).moves)).toHaveLength(9);
  });

  test('a region beside it does not interrupt a pair, and a state that is left and entered again begins a new one', () => {
    const machine = setup({}).createMachine({
      id: 'two',
      type: 'parallel',
      states: {
        one: { initial: 'off', states: { off: { on: { one: 'on' } }, on: { on: { one: 'off' } } } },
        other: { initial: 'off', states: { off: { on: { other: 'on' } }, on: {} } },
      },
      on: { again: { target: ['.one.off', '.other.off'] } },
    });
    const words = wordsOf(machine);
    const { pairs } = countsOf(machine, types('one', 'other', 'one', 'again', 'one'));
    expect([...pairs.keys()].map((pair) => transitionsOfPair(pair).map(words).join(', then '))).toEqual([
      'one.off · one → one.on, then one.on · one → one.off',
      'two · again → one.off + other.off, then one.off · one → one.on',
    ]);
  });

  test('in the same state, an actor cannot end twice and a delay cannot run out twice', () => {
    const machine = setup({ actors: { port: orderMachine } }).createMachine({
      id: 'once',
      initial: 'idle',
      states: {
        idle: {
          invoke: { id: 'port', src: 'port', onDone: {}, onError: { target: 'idle', reenter: true } },
          after: { 100: { actions: () => undefined } },
        },
      },
    });
    const words = wordsOf(machine);
    const all = pairsOf(chartTransitionsOf(machine).moves).map((pair) =>
      transitionsOfPair(pair).map(words).join(', then '),
    );
    expect(all.sort()).toEqual(
      [
        'idle · after 100 → stays, then idle · done: port → stays',
        'idle · after 100 → stays, then idle · error: port → idle',
        'idle · done: port → stays, then idle · after 100 → stays',
        'idle · error: port → idle, then idle · after 100 → stays',
        'idle · error: port → idle, then idle · done: port → stays',
        'idle · error: port → idle, then idle · error: port → idle',
      ].sort(),
    );
  });
});

test.each([...MACHINES])('%s: each transition of the drawing can be counted', (_, machine) => {
  const { chart, moves } = chartTransitionsOf(machine);
  expect(moves.map(({ id }) => id).sort()).toEqual(chart.moves.map(({ id }) => id).sort());
  expect(moves.filter(({ isGuarded }) => isGuarded)).toHaveLength(
    chart.moves.filter(({ guard }) => guard !== null).length,
  );
});
