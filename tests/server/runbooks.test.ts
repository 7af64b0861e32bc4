import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox, payments } from '../../server/db/schema.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { metricsIn } from '../support/server/promql.ts';
import {
  ALERT_FILES,
  blocksOf,
  ENVIRONMENT_ALERTS,
  proseOf,
  RUNBOOKS,
  readAlerts,
  withVariable,
} from '../support/server/runbooks.ts';
import { describeOn, sharedTestDatabase } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const alerts = ALERT_FILES.flatMap((file) => readAlerts(file));
const commands = blocksOf('sh', readFileSync('docs/runbooks.md', 'utf8'));
const PARTS = ['Players see', 'Check first', 'Do', 'Do not', 'Resolved when'];

const serverCode = execFileSync('git', ['ls-files', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const findingsInCode = (): string[] =>
  ['reconciliation-rules', 'provider-comparison'].flatMap((name) => {
    const code = readFileSync(`server/workers/${name}.ts`, 'utf8');
    return [
      ...code.matchAll(
        /select '([^']+)', order_id|'([^']+)' as what|, '([a-z][^']+)'(?: as what)? from book|finding\('([^']+)'\)/g,
      ),
    ].map((found) => found.slice(1).find((text) => text) ?? '');
  });

test('each of the eighteen alerts has a section in the runbooks, and each section an alert', () => {
  expect(alerts).toHaveLength(18);
  expect(RUNBOOKS.map(({ title }) => title)).toEqual(alerts.map(({ name }) => name));
  for (const { name, runbook } of alerts) expect(runbook).toBe(`docs/runbooks.md#${name.toLowerCase()}`);
});

test.each(RUNBOOKS)('$title says what players see, what to check, what to do and when it is resolved', ({ text }) => {
  const parts = [...text.matchAll(/^\*([^*]+)\*/gm)].map(([, part]) => part);
  expect(parts).toEqual(PARTS);
});

test('panels in italics are panels of the dashboard', () => {
  const dashboard = readFileSync('docs/grafana/portal.json', 'utf8');
  const panels = new Set([...dashboard.matchAll(/"title": "([^"]+)"/g)].map(([, title = '']) => title));
  const known = new Set([...PARTS, ...findingsInCode()]);
  const named = RUNBOOKS.flatMap(({ text }) =>
    [...proseOf(text).matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(70);
  expect(named.filter((name) => !panels.has(name) && !known.has(name))).toEqual([]);
});

test('the page says what to do for each finding of the reconciliation, and for no other', () => {
  const table = RUNBOOKS.find(({ title }) => title === 'Reconciliation')?.text.match(/^\| `.*\|.*\|$/gm) ?? [];
  const described = table.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, what]) => what),
  );
  expect(findingsInCode().length).toBe(19);
  expect(described.toSorted()).toEqual(findingsInCode().toSorted());
});

test('the section of each environment alert mentions the exporter that it needs', () => {
  const unnamed = readAlerts(ENVIRONMENT_ALERTS).flatMap(({ name, expr }) => {
    const text = RUNBOOKS.find(({ title }) => title === name)?.text ?? '';
    return metricsIn(expr)
      .map((metric) => (metric.name.startsWith('pg_') ? 'postgres_exporter' : 'blackbox_exporter'))
      .filter((exporter) => !text.includes(exporter));
  });
  expect(unnamed).toEqual([]);
});

test('commands look for messages that the server logs', () => {
  const messages = commands.flatMap((block) => [...block.matchAll(/\.msg == "([^"]+)"/g)].map(([, text = '']) => text));
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((text) => !serverCode.includes(`'${text}'`))).toEqual([]);
});

describeOn(
  'SQL of the runbooks',
  () => {
    const database = sharedTestDatabase('postgres');

    const blocks = RUNBOOKS.flatMap(({ title, text }) =>
      blocksOf('sql', text).map((statement, n) => ({ title, n: n + 1, statement })),
    );

    test.each(blocks)('$title: statement $n fits the schema', async ({ statement }) => {
      expect(statement.match(/;/g)).toHaveLength(1);
      const plan = await database.db.execute(sql.raw(`explain ${withVariable(statement, 'a')}`));
      expect(JSON.stringify(plan)).toContain('cost=');
    });

    test('the query for postgres_exporter in docs/operations.md counts the synchronous standbys of a primary', async () => {
      const page = readFileSync('docs/operations.md', 'utf8');
      const [, prefix, query = '', column = ''] =
        /^(\w+):\n {2}query: "(.+)"\n {2}metrics:\n {4}- (\w+):/m.exec(page) ?? [];
      expect(`${prefix}_${column}`).toBe('pg_synchronous_standbys');
      expect(await database.db.execute(sql.raw(query))).toMatchObject({ rows: [{ [column]: '0' }] });
    });

    test('every section with a question for the database has its statement', () => {
      expect(blocks.length).toBeGreaterThanOrEqual(16);
    });
  },
  'postgres',
);

describeOn('requests of the runbooks', () => {
  const server = sharedTestServer({ workers: false });

  test('each path that a command requests responds', async () => {
    const paths = commands.flatMap((block) => [...block.matchAll(/\$PORTAL(\/\S+)/g)].map(([, path = '']) => path));
    expect(paths.length).toBeGreaterThanOrEqual(2);
    for (const path of paths) expect([path, (await server.request(path)).status]).toEqual([path, 200]);
  });
});

describeOn('repairs of the runbooks', () => {
  const harness = sharedMoneyHarness();

  const repair = async (start: string, orderId: string): Promise<void> => {
    const [statement] = RUNBOOKS.flatMap(({ text }) => blocksOf('sql', text)).filter((block) => block.includes(start));
    if (!statement) throw new Error(`no statement has ${start}`);
    const { db, clock } = harness.context;
    const at = `'${clock.now().toISOString()}'::timestamptz`;
    await db.execute(sql.raw(withVariable(statement, orderId).replaceAll('now()', at)));
  };
  const paidOrder = async (): Promise<string> => {
    const orderId = await harness.buy(await harness.addUser());
    await harness.act(orderId, 'pay');
    return orderId;
  };
  const statusOf = async (orderId: string) => (await harness.orderOf(orderId)).status;

  test.each(['finished', 'deleted'])(
    'a paid order whose delivery job is %s is delivered after its job is queued',
    async (how) => {
      const orderId = await paidOrder();
      await harness.runJobs();
      expect(await statusOf(orderId)).toBe('paid');
      const { db } = harness.context;
      if (how === 'deleted') await db.delete(outbox).where(eq(outbox.subject, orderId));
      else await db.update(outbox).set({ doneAt: new Date() }).where(eq(outbox.subject, orderId));
      harness.advance(10_000);
      await harness.runJobs();
      expect(await statusOf(orderId)).toBe('paid');
      await repair("select 'deliver'", orderId);
      await harness.runJobs();
      expect(await statusOf(orderId)).toBe('delivered');
    },
  );

  test('a delivery that has ended with a refund is not queued again, and the query says why', async () => {
    const orderId = await paidOrder();
    await harness.runJobs();
    harness.advance(2_000);
    const { db } = harness.context;
    const [capture] = await db.select().from(payments).where(eq(payments.orderId, orderId));
    const captureId = capture?.captureId ?? '';
    await db.update(outbox).set({ doneAt: harness.context.clock.now() }).where(eq(outbox.subject, orderId));
    const refundJob = { kind: 'refund', subject: captureId, payload: { orderId }, lastError: 'away' } as const;
    await db.insert(outbox).values({ ...refundJob, dueAt: new Date(harness.context.clock.now().getTime() + 60_000) });
    const [query] = RUNBOOKS.flatMap(({ text }) => blocksOf('sql', text)).filter((one) => one.includes('refund_of'));
    expect(await db.execute(sql.raw(query ?? ''))).toMatchObject({
      rows: expect.arrayContaining([
        expect.objectContaining({ order_id: orderId, refund_of: captureId, refund_error: 'away' }),
      ]),
    });
    await repair("select 'deliver'", orderId);
    const [job] = await db.select().from(outbox).where(eq(outbox.subject, orderId));
    expect(job?.doneAt).not.toBeNull();
    harness.advance(60_000);
    await harness.settle();
    expect(await statusOf(orderId)).toBe('refunded');
    expect(await harness.deliveriesOf(orderId)).toEqual([]);
  });

  test('an order whose notification is lost is paid after the provider is queried', async () => {
    const orderId = await paidOrder();
    await harness.context.db.delete(outbox).where(eq(outbox.kind, 'sandbox-notify'));
    await harness.runJobs();
    expect(await statusOf(orderId)).toBe('pending');
    await repair("values ('check-late-payment'", orderId);
    await harness.runJobs();
    expect(await statusOf(orderId)).toBe('paid');
  });

  test('an order that is still unpaid when its provider is queried is closed there after its deadline', async () => {
    const orderId = await harness.buy(await harness.addUser());
    await repair("values ('check-late-payment'", orderId);
    await harness.runJobs();
    harness.advance(301_000);
    await harness.runJobs();
    expect(await statusOf(orderId)).toBe('overdue');
    harness.advance(61_000);
    await harness.runJobs();
    expect(await harness.booksOf(orderId)).toMatchObject({ state: 'closed' });
  });

  test('postponed deliveries are tried immediately', async () => {
    const orderId = await paidOrder();
    await harness.runJobs();
    harness.advance(2_000);
    const reason = 'the game server responded with 503';
    await harness.runJobs({ gameServer: { deliver: async () => ({ kind: 'unavailable', reason }) } });
    await harness.context.db
      .update(outbox)
      .set({ dueAt: new Date(harness.context.clock.now().getTime() + 3_600_000) })
      .where(eq(outbox.subject, orderId));
    await harness.runJobs();
    expect(await statusOf(orderId)).toBe('paid');
    await repair("where kind = 'deliver' and done_at is null", orderId);
    await harness.runJobs();
    expect(await statusOf(orderId)).toBe('delivered');
  });
});
