import { expect, test } from 'vitest';
import { createMetrics } from '../../server/kernel/metrics.ts';

const seriesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`));

test('F14 · names beyond the bound count as "other", and known ones go on', () => {
  const metrics = createMetrics();
  metrics.count('orders_created');
  for (let n = 0; n < 5_000; n += 1) {
    metrics.count(`name_${n}`);
    metrics.answered('/api/setting/time', 200, n, 0.01);
  }
  metrics.count('orders_created');
  const text = metrics.text();
  const events = seriesOf(text, 'portal_events_total');
  expect(events).toHaveLength(201);
  expect(events).toContain('portal_events_total{event="orders_created"} 2');
  expect(events).toContain('portal_events_total{event="other"} 4801');
  const answers = seriesOf(text, 'portal_answers_total');
  expect(answers).toHaveLength(1_001);
  expect(answers).toContain('portal_answers_total{route="other",status="0",code="0"} 4000');
});
