import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, test } from 'vitest';
import { createMachine, type StateNode } from 'xstate';
import { orderMachine } from '../../machines/order/order.machine.ts';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { portalMachine } from '../../machines/portal/portal.machine.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import { activeStates, type Chart, type ChartState, chartOf } from '../../src/qa/core/chart/definition.chart.ts';
import { drawChart, foldChart } from '../../src/qa/core/chart/layout.chart.ts';
import { svgOf } from '../support/docs/chart-svg.ts';

const MACHINES = [toastsMachine, orderMachine, paymentMachine, portalMachine, rechargeMachine, sessionMachine];
const elk = new ELK();

const nodesOf = (node: StateNode): StateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];
const statesBelow = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(statesBelow)];
const statesOf = ({ root }: Chart): readonly ChartState[] => statesBelow(root);
const pathOf = (node: StateNode): string => [node.machine.id, ...node.path].join('.');

describe('a chart from a machine definition (INSP-05)', () => {
  for (const machine of MACHINES)
    test(`${machine.id}: the same states and transitions as the machine itself`, async () => {
      const chart = chartOf(machine.config);
      const nodes = nodesOf(machine.root as unknown as StateNode);
      expect(
        statesOf(chart)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(nodes.map(pathOf).sort());
      const real = nodes.flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);
      const wanted = real.map(({ source, target, guard, actions }) => ({
        source: pathOf(source as StateNode),
        targets: (target ?? []).map((one) => pathOf(one as StateNode)),
        guarded: guard !== undefined,
        actions: actions.length,
      }));
      const drawn = chart.moves.map(({ source, targets, guard, actions }) => ({
        source,
        targets,
        guarded: guard !== null,
        actions: actions.length,
      }));
      const sorted = (list: readonly object[]): string[] => list.map((one) => JSON.stringify(one)).sort();
      expect(sorted(drawn)).toEqual(sorted(wanted));
    });

  test('a definition from an inspection message: text, sorted keys, no functions', () => {
    const foreign = createMachine({
      id: 'lamp',
      initial: 'off',
      states: {
        off: { on: { PRESS: { target: 'on', guard: () => true, actions: () => undefined } }, after: { 500: 'on' } },
        on: { type: 'parallel', states: { a: {}, b: { on: { PRESS: '#lamp.off' } } }, onDone: 'off' },
      },
    });
    const chart = chartOf(JSON.stringify(foreign.config, (_, value) => (typeof value === 'function' ? {} : value)));
    expect(statesOf(chart).map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'lamp compound',
      'lamp.off atomic',
      'lamp.on parallel',
      'lamp.on.a atomic',
      'lamp.on.b atomic',
    ]);
    expect(chart.moves.map(({ source, targets, trigger }) => [source, trigger.kind, ...targets])).toEqual([
      ['lamp.off', 'event', 'lamp.on'],
      ['lamp.off', 'after', 'lamp.on'],
      ['lamp.on', 'state-done', 'lamp.off'],
      ['lamp.on.b', 'event', 'lamp.off'],
    ]);
  });

  test('the same machine gives the same picture, and its texts are escaped', async () => {
    const chart = chartOf({ id: 'a<b>&"', initial: 'x', states: { x: { on: { '<script>': 'y' } }, y: {} } });
    const first = svgOf(await drawChart(chart, elk), 'a<b>&"');
    expect(svgOf(await drawChart(chart, elk), 'a<b>&"')).toBe(first);
    expect(first).not.toContain('<script>');
    expect(first).toContain('&lt;script&gt;');
  });

  test('transitions of the same event have the numbers in which they are tried, and a description is in its state', async () => {
    const chart = chartOf({
      id: 'door',
      initial: 'shut',
      states: {
        shut: {
          description: 'Nobody can come in until somebody opens the door from the inside.',
          on: { push: [{ guard: 'isLocked' }, { guard: 'isHeavy', target: 'ajar' }, { target: 'open' }], ring: 'open' },
        },
        ajar: {},
        open: {},
      },
    });
    const { boxes, arrows } = await drawChart(chart, elk);
    const [shut] = boxes.filter(({ title }) => title === 'shut');
    expect(shut?.lines).toEqual([
      'Nobody can come in until somebody opens the',
      'door from the inside.',
      '1. push [isLocked]',
    ]);
    expect(shut?.described).toBe(2);
    expect(arrows.map(({ moves }) => moves.map(({ lines }) => lines.join(' ')))).toEqual([
      ['2. push [isHeavy]'],
      ['3. push', 'ring'],
    ]);
  });

  test('folding keeps the surroundings of the active states and collapses the rest into plain boxes', () => {
    const chart = chartOf({
      id: 'm',
      initial: 'a',
      states: {
        a: { initial: 'in', states: { in: { on: { go: '#m.b.deep' } } } },
        b: { initial: 'deep', states: { deep: { on: { back: '#m.a' } } } },
      },
    });
    const active = activeStates(chart, { a: 'in' });
    expect([...active]).toEqual(['m', 'm.a', 'm.a.in']);
    const folded = foldChart(chart, active);
    expect(statesOf(folded).map(({ id }) => id)).toEqual(['m', 'm.a', 'm.a.in', 'm.b']);
    expect(folded.moves.map(({ source, targets }) => [source, ...targets])).toEqual([['m.a.in', 'm.b']]);
  });
});
