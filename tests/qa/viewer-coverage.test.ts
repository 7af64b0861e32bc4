import { readFileSync } from 'node:fs';
import ELK from 'elkjs/lib/elk.bundled.js';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { orderMachine } from '../../machines/order/order.machine.ts';
import { countText } from '../../src/qa/chart/counts.chart.ts';
import { chartOf } from '../../src/qa/chart/definition.chart.ts';
import { drawChart } from '../../src/qa/chart/layout.chart.ts';
import { countFlow } from '../../src/qa/coverage/count-flow.ts';
import { createTransitionCounter } from '../../src/qa/coverage/transition-counter.ts';
import { readFlow } from '../../src/qa/record/flow.file.ts';
import { messagesOfRun } from '../../src/qa/replay/flow-messages.ts';
import { ChartDrawing } from '../../src/qa/viewer/chart-drawing.view.tsx';
import { readMessage } from '../../src/qa/viewer/message.schema.ts';
import { timelineOf } from '../../src/qa/viewer/timeline.ts';
import { transitionCounts } from '../../src/qa/viewer/transition-counts.ts';

const read = readFlow(readFileSync('tests/flows/expiry-and-resubmit.flow.json', 'utf8'));
if (!read.ok) throw new Error(read.line);
const { flow } = read;
const [run] = flow.runs;
if (!run) throw new Error('the recording has no page load');
const line = timelineOf(messagesOfRun(run).messages.flatMap((one) => readMessage(one) ?? []));

describe('INSP-05 · coverage in the viewer', () => {
  test('the counts of a page load are those of the command, for all actors of a machine together', () => {
    const counter = createTransitionCounter();
    expect(countFlow(counter, { ...flow, runs: [run] })).toEqual([]);
    const payments = line.tracks.filter(({ name }) => /^payment\.[^/]*$/.test(name));
    expect(payments.length).toBeGreaterThan(1);
    const machines = [...counter.counts()];
    expect(machines.length).toBeGreaterThan(10);
    for (const [id, { taken }] of machines) {
      const track = line.tracks.find(({ definition }) => definition !== null && chartOf(definition).root.id === id);
      const definition = track?.definition ?? '';
      const chart = chartOf(definition);
      const counts = transitionCounts(line, chart, definition);
      expect([...(counts?.keys() ?? [])]).toEqual(chart.moves.map((move) => move.id));
      expect(new Map([...(counts ?? [])].filter(([, count]) => count > 0))).toEqual(new Map(taken));
    }
  });

  test('the chart shows the count of each transition and uses a different style for those that were never taken', async () => {
    const chart = chartOf(orderMachine.config);
    const [taken] = chart.moves;
    if (!taken) throw new Error('the chart has no transitions');
    const counts = new Map(chart.moves.map(({ id }) => [id, id === taken.id ? 8 : 0]));
    const remarks = new Map([...counts].map(([id, count]) => [id, countText(count)]));
    const drawing = await drawChart(chart, new ELK(), remarks);
    const view = { chart, drawing, active: new Set<string>(), lit: new Set<string>(), isEarlier: false, scale: 1 };
    const counted = renderToStaticMarkup(createElement(ChartDrawing, { ...view, counts }));
    expect(counted.match(/>● 8 ×</g)).toHaveLength(1);
    expect(counted.match(/>✕ never</g)).toHaveLength(chart.moves.length - 1);
    expect(counted.match(/stroke-width:3\.6/g)).toHaveLength(1);
    expect(counted.match(/stroke-width:1\.5/g)).toHaveLength(drawing.arrows.length - 1);
    const plain = await drawChart(chart, new ELK());
    const without = renderToStaticMarkup(createElement(ChartDrawing, { ...view, drawing: plain, counts: null }));
    expect(without).not.toMatch(/×|never|stroke-width:/);
  });
});
