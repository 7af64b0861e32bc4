import { expect, test } from 'vitest';
import { createMetrics } from '../../server/kernel/metrics.ts';

const seriesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`));

test('F14 · names beyond the bound count as "other", and known ones are still counted', async () => {
  const metrics = createMetrics();
  metrics.count('orders_created');
  for (let n = 0; n < 5_000; n += 1) {
    metrics.count(`name_${n}`);
    metrics.countResponse('/api/setting/time', 200, n, 0.01);
  }
  metrics.count('orders_created');
  const text = await metrics.text();
  const events = seriesOf(text, 'portal_events_total');
  expect(events).toHaveLength(201);
  expect(events).toContain('portal_events_total{event="orders_created"} 2');
  expect(events).toContain('portal_events_total{event="other"} 4801');
  const responses = seriesOf(text, 'portal_answers_total');
  expect(responses).toHaveLength(1_001);
  expect(responses).toContain('portal_answers_total{route="other",status="0",code="0"} 4000');
});

test('F14 · a gauge without a value has no series; default metrics describe the process', async () => {
  const metrics = createMetrics();
  let value: number | null = null;
  metrics.gauge('age_seconds', () => value);
  const valuesOf = async (name: string): Promise<string[]> =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith(`${name} `));
  expect(await valuesOf('portal_age_seconds')).toEqual([]);
  value = 1.5;
  expect(await valuesOf('portal_age_seconds')).toEqual(['portal_age_seconds 1.5']);
  value = null;
  expect(await valuesOf('portal_age_seconds')).toEqual([]);
  expect(await valuesOf('process_resident_memory_bytes')).toHaveLength(1);
  expect(await valuesOf('nodejs_eventloop_lag_p99_seconds')).toHaveLength(1);
});
