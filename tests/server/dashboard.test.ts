import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { beforeAll, expect, test, vi } from 'vitest';
import { applyCashierAction, referenceOf } from '../../server/sandbox/sandbox-payments.ts';
import { orderRecord, orderWebCreate } from '../../src/contract/order.contract.ts';
import { metricsIn, seriesOf, unknownIn } from '../support/server/promql.ts';
import { ENVIRONMENT_ALERTS, RUNBOOKS, readAlerts, SERVER_ALERTS } from '../support/server/runbooks.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const source = v.strictObject({
  type: v.literal('prometheus'),
  uid: v.pipe(v.string(), v.regex(/^\$\{datasource\}$/)),
});

const panel = v.object({
  id: v.number(),
  type: v.picklist(['timeseries', 'stat']),
  title: v.pipe(v.string(), v.nonEmpty()),
  datasource: source,
  gridPos: v.object({ x: v.number(), y: v.number(), w: v.number(), h: v.number() }),
  fieldConfig: v.object({ defaults: v.object({ unit: v.pipe(v.string(), v.nonEmpty()) }) }),
  targets: v.pipe(
    v.array(v.object({ refId: v.string(), datasource: source, expr: v.string(), legendFormat: v.string() })),
    v.minLength(1),
  ),
});

const heading = v.object({
  id: v.number(),
  type: v.literal('row'),
  title: v.string(),
  gridPos: v.object({ y: v.number() }),
});

const dashboard = v.object({
  uid: v.null(),
  schemaVersion: v.pipe(v.number(), v.minValue(39)),
  templating: v.object({
    list: v.array(v.object({ name: v.string(), type: v.string(), definition: v.optional(v.string()) })),
  }),
  panels: v.array(v.variant('type', [heading, panel])),
});

const read = v.parse(dashboard, JSON.parse(readFileSync('docs/grafana/portal.json', 'utf8')));
const panels = read.panels.flatMap((one) => (one.type === 'row' ? [] : one));

test('the dashboard has its rows, one id per panel and no panels on top of each other', () => {
  const rows = read.panels.flatMap((one) => (one.type === 'row' ? one.title : []));
  expect(rows).toEqual([
    'Now',
    'Requests',
    'Orders',
    'Money',
    'Outbox and deliveries',
    'Database',
    'Process',
    'Limits',
  ]);
  expect(new Set(read.panels.map(({ id }) => id)).size).toBe(read.panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  expect(read.templating.list.map(({ name, type }) => [name, type])).toEqual([
    ['datasource', 'datasource'],
    ['instance', 'query'],
  ]);
});

test('reads metrics, labels and values from PromQL', () => {
  const found = metricsIn(
    '60 * sum by (event) (rate(a_total{event=~"orders_(paid|failed)|x", instance=~"$instance"}[$__rate_interval])) / b > 0 and time() - c{d!="1"}',
  );
  expect(found.map(({ name, labels }) => [name, Object.fromEntries(labels)])).toEqual([
    ['a_total', { event: ['orders_paid', 'orders_failed', 'x'], instance: [] }],
    ['b', { event: [] }],
    ['c', { d: [], event: [] }],
  ]);
  const scrape = seriesOf('# TYPE b gauge\na_total{event="orders_paid"} 1\n');
  expect(unknownIn('sum by (event) (a_total{event=~"orders_(paid|failed)"}) > z', scrape)).toEqual([
    'a_total{event="orders_failed"}',
    'z',
  ]);
  expect(unknownIn('b + a_total{kind="1"}', scrape)).toEqual(['a_total{kind}']);
});

test('the panel that ends the alert PaymentsStopped compares the numbers of the alert', () => {
  const runbook = RUNBOOKS.find(({ title }) => title === 'PaymentsStopped')?.text ?? '';
  const [, title] = /^\*Resolved when\* panel \*([^*]+)\*/m.exec(runbook) ?? [];
  const shown = panels
    .filter((one) => one.title === title)
    .flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll(',instance=~"$instance"', '')));
  const alert = readAlerts(SERVER_ALERTS).find(({ name }) => name === 'PaymentsStopped')?.expr ?? '';
  const [, ordered, paid] = /^(.+) > 20 and (.+) < 1$/.exec(alert) ?? [];
  expect(shown).toEqual([`(${paid}) / (${ordered})`]);
});

/** The metrics that the environment alerts read. No server exports them, and no other file may mention them. */
const OF_EXPORTERS = [
  'pg_replication_slots_active',
  'pg_synchronous_standbys',
  'probe_ssl_earliest_cert_expiry',
  'probe_success',
];

test('the alerts on the environment use only metrics of exporters', () => {
  const used = new Set(readAlerts(ENVIRONMENT_ALERTS).flatMap(({ expr }) => metricsIn(expr).map(({ name }) => name)));
  expect([...used].toSorted()).toEqual(OF_EXPORTERS);
});

const created = v.object({ sdk_order_id: v.string() });

describeOn(
  'the metrics of a running server',
  () => {
    const server = sharedTestServer({ database: 'postgres', clockRuns: true });
    let scrape: ReturnType<typeof seriesOf>;

    const deliverOrder = async (): Promise<void> => {
      const { headers, roles } = await server.newPlayer();
      const choices = {
        server_id: '101',
        role_id: roles[0]?.roleId,
        role_name: 'Aldric Vane',
        server_name: 'Dawn Harbor',
        cp_goods_id: 'lantern.gems.60',
        channel_code: 'card',
      };
      const { body } = await server.call(orderWebCreate, choices, { ...headers, 'idempotency-key': randomUUID() });
      const orderId = v.parse(created, body?.['result']).sdk_order_id;
      await applyCashierAction(server.context, (await referenceOf(server.context, orderId)) ?? '', 'pay');
      const filter = { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: orderId, status: -1 };
      await vi.waitFor(
        async () => {
          const { body: record } = await server.call(orderRecord, filter, headers);
          expect(record?.['result']).toMatchObject([{ status: 4 }]);
        },
        { timeout: 30_000, interval: 200 },
      );
    };

    beforeAll(async () => {
      await server.tryLogin('nobody-has-this-name', 'Wrong-1234');
      await deliverOrder();
      scrape = seriesOf((await server.request('/metrics')).text);
    });

    test('the dashboard uses only metrics, labels and values that a server exports', () => {
      const unknown = panels.flatMap(({ title, targets }) =>
        targets.flatMap(({ expr }) => unknownIn(expr, scrape).map((what) => `${title}: ${what}`)),
      );
      expect(panels.length).toBeGreaterThan(40);
      expect(unknown).toEqual([]);
      const queried = read.templating.list.flatMap(({ definition }) => definition ?? []);
      expect(queried).toEqual(['label_values(portal_responses_total, instance)']);
    });

    test('the alerts on the server use only metrics, labels and values that it exports', () => {
      const ofPrometheus = new Map([...scrape, ['up', []]]);
      const unknown = readAlerts(SERVER_ALERTS).flatMap(({ name, expr }) =>
        unknownIn(expr, ofPrometheus).map((what) => `${name}: ${what}`),
      );
      expect(unknown).toEqual([]);
      expect(OF_EXPORTERS.filter((name) => scrape.has(name))).toEqual([]);
    });

    test('each metric of the portal is on the dashboard and in docs/operations.md', () => {
      const used = new Set(
        panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr).map(({ name }) => name))),
      );
      const base = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');
      const shown = new Set([...used].map(base));
      const exported = new Set([...scrape.keys()].filter((name) => name.startsWith('portal_')).map(base));
      expect([...exported].filter((name) => !shown.has(name))).toEqual([]);
      const page = readFileSync('docs/operations.md', 'utf8');
      expect([...exported].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    });
  },
  'postgres',
);
