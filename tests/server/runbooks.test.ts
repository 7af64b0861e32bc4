import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ORDER_STATUS_CODE, ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { outbox, payments } from '../../server/db/schema.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { ALERT_FILES, alertsIn, SERVER_ALERTS } from '../support/server/runbooks.ts';
import { describeOn, sharedTestDatabase } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const page = readFileSync('docs/runbooks.md', 'utf8');

const blocksOf = (language: 'sql' | 'sh'): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) =>
    block.trim(),
  );

const statements = blocksOf('sql');

/** A statement with its psql variables replaced by a text. */
const withVariable = (statement: string, value: string): string =>
  statement.replace(/:'\w+'/g, `'${value.replaceAll("'", "''")}'`);

test('each alert has a section in the runbooks, and each section an alert', () => {
  const sections = [...page.matchAll(/^## (\w+)$/gm)].map(([, title]) => title);
  expect(sections).toEqual(ALERT_FILES.flatMap(alertsIn));
});

test('commands look for messages that the server logs', () => {
  const code = execFileSync('git', ['grep', '-h', "'.*'", '--', 'server/*.ts'], { encoding: 'utf8' });
  const messages = blocksOf('sh').flatMap((block) =>
    [...block.matchAll(/\.msg == "([^"]+)"/g)].map(([, text]) => text),
  );
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((text) => !code.includes(`'${text}'`))).toEqual([]);
});

test('the runbooks and the page of the sandbox have each status with its code', () => {
  const codes = ORDER_STATUSES.map((status) => `${ORDER_STATUS_CODE[status]} ${status}`);
  expect(page).toContain(`Status codes of orders: ${codes.join(', ')}.`);
  const sandbox = readFileSync('docs/api-sandbox.md', 'utf8');
  const forced = [...sandbox.matchAll(/^\| (\d+ \w+) \|/gm)].map(([, code]) => code);
  expect(forced).toEqual(codes.filter((code) => !code.endsWith('pending')));
});

describeOn(
  'SQL of the runbooks',
  () => {
    const database = sharedTestDatabase('postgres');

    test.each(statements)('fits the schema: %s', async (statement) => {
      expect(statement.match(/;/g)).toHaveLength(1);
      const plan = await database.db.execute(sql.raw(`explain ${withVariable(statement, 'a')}`));
      expect(JSON.stringify(plan)).toContain('cost=');
    });
  },
  'postgres',
);

describeOn(
  'the metrics of a running server',
  () => {
    const server = sharedTestServer({ database: 'postgres' });

    test.each([SERVER_ALERTS, 'docs/grafana/portal.json'])(
      '%s reads only metrics, events and jobs that it exports',
      async (file) => {
        const { text: scrape } = await server.request('/metrics');
        const text = readFileSync(file, 'utf8').replaceAll('\\"', '"');
        const metrics = [...text.matchAll(/\bportal_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''));
        const labels = [...text.matchAll(/\b(?:event|kind)="\w+"/g)].map(([label]) => label);
        const missing = [...metrics.map((name) => `# TYPE ${name} `), ...labels].filter(
          (part) => !scrape.includes(part),
        );
        expect(metrics.length).toBeGreaterThan(10);
        expect(new Set(missing)).toEqual(new Set());
      },
    );
  },
  'postgres',
);

describeOn('repairs of the runbooks', () => {
  const harness = sharedMoneyHarness();

  const repair = async (start: string, orderId: string): Promise<void> => {
    const [statement] = statements.filter((one) => one.includes(start));
    if (!statement) throw new Error(`no statement has ${start}`);
    const { db, clock } = harness.context;
    const at = `'${clock.now().toISOString()}'::timestamptz`;
    await db.execute(sql.raw(withVariable(statement, orderId).replaceAll('now()', at)));
  };
  const statusOf = async (orderId: string) => (await harness.orderOf(orderId)).status;
  const statusAfterJobs = async (orderId: string) => {
    await harness.runJobs();
    return statusOf(orderId);
  };

  test.each(['finished', 'deleted'])('a paid order whose job is %s is delivered after it is queued', async (how) => {
    const orderId = await harness.bought('pay');
    expect(await statusAfterJobs(orderId)).toBe('paid');
    const { db } = harness.context;
    if (how === 'deleted') await db.delete(outbox).where(eq(outbox.subject, orderId));
    else await db.update(outbox).set({ doneAt: new Date() }).where(eq(outbox.subject, orderId));
    await harness.runJobsAfter(10_000);
    expect(await statusOf(orderId)).toBe('paid');
    await repair("select 'deliver'", orderId);
    expect(await statusAfterJobs(orderId)).toBe('delivered');
  });

  test('a delivery that has ended with a refund is not queued again, and the query says why', async () => {
    const orderId = await harness.bought('pay');
    await harness.runJobs();
    harness.advance(2_000);
    const { db } = harness.context;
    const [capture] = await db.select().from(payments).where(eq(payments.orderId, orderId));
    const captureId = capture?.captureId ?? '';
    await db.update(outbox).set({ doneAt: harness.context.clock.now() }).where(eq(outbox.subject, orderId));
    const refundJob = { kind: 'refund', subject: captureId, payload: { orderId }, lastError: 'away' } as const;
    await db.insert(outbox).values({ ...refundJob, dueAt: new Date(harness.context.clock.now().getTime() + 60_000) });
    const [query] = statements.filter((one) => one.includes('refund_of'));
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
    const orderId = await harness.bought('pay');
    await harness.context.db.delete(outbox).where(eq(outbox.kind, 'sandbox-notify'));
    expect(await statusAfterJobs(orderId)).toBe('pending');
    await repair("values ('check-late-payment'", orderId);
    expect(await statusAfterJobs(orderId)).toBe('paid');
  });

  test('postponed deliveries are tried immediately', async () => {
    const orderId = await harness.bought('pay');
    await harness.runJobs();
    harness.advance(2_000);
    const reason = 'the game server responded with 503';
    await harness.runJobs({ gameServer: { deliver: async () => ({ kind: 'unavailable', reason }) } });
    await harness.context.db
      .update(outbox)
      .set({ dueAt: new Date(harness.context.clock.now().getTime() + 3_600_000) })
      .where(eq(outbox.subject, orderId));
    expect(await statusAfterJobs(orderId)).toBe('paid');
    await repair("where kind = 'deliver' and done_at is null", orderId);
    expect(await statusAfterJobs(orderId)).toBe('delivered');
  });
});
