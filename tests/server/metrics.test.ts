import { expect, test } from 'vitest';
import { JOB_KINDS } from '../../server/db/schema.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';

const seriesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`));

test('responses beyond the bound count as "other" (F14)', async () => {
  const metrics = createMetrics();
  for (let n = 0; n < 5_000; n += 1) metrics.countResponse('/api/setting/time', 200, n, 0.01);
  const text = await metrics.text();
  const responses = seriesOf(text, 'portal_responses_total');
  expect(responses).toHaveLength(1_001);
  expect(responses).toContain('portal_responses_total{route="other",status="0",code="0"} 4000');
});

test('a gauge without a value has no series; default metrics describe the process (F14)', async () => {
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

test('events of the server and outcomes of jobs have a series before they happen', async () => {
  const text = await createMetrics().text();
  const events = seriesOf(text, 'portal_events_total');
  expect(events).toContain('portal_events_total{event="reconciliation_findings"} 0');
  expect(events).toContain('portal_events_total{event="orders_paid"} 0');
  expect(events.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  const jobs = seriesOf(text, 'portal_jobs_total');
  expect(jobs).toHaveLength(JOB_KINDS.length * 3);
  expect(jobs).toContain('portal_jobs_total{kind="deliver",outcome="failed"} 0');
});

test('both outcomes of the calls to a system have a series from the first call (F14)', async () => {
  const metrics = createMetrics();
  for (let n = 0; n < 3; n += 1) metrics.countCall(`provider ${n}`, n % 2 === 0, 0.2);
  const calls = seriesOf(await metrics.text(), 'portal_calls_total');
  expect(calls).toContain('portal_calls_total{system="provider 0",outcome="ok"} 1');
  expect(calls).toContain('portal_calls_total{system="provider 1",outcome="failed"} 1');
  expect(calls).toContain('portal_calls_total{system="provider 1",outcome="ok"} 0');
  expect(calls).toHaveLength(6);
});

test('a gauge by label has the series of its last reading', async () => {
  const metrics = createMetrics();
  let values: ReadonlyMap<string, number> | null = new Map([
    ['deliver', 2],
    ['refund', 0],
  ]);
  metrics.gauges('jobs_due', 'kind', () => values);
  const read = async () => seriesOf(await metrics.text(), 'portal_jobs_due');
  expect(await read()).toEqual(['portal_jobs_due{kind="deliver"} 2', 'portal_jobs_due{kind="refund"} 0']);
  values = new Map([['refund', 1]]);
  expect(await read()).toEqual(['portal_jobs_due{kind="refund"} 1']);
  values = null;
  expect(await read()).toEqual([]);
});
