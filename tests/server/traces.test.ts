import { randomUUID } from 'node:crypto';
import { eq, or, sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { createJobWorker } from '../../server/app/workers.ts';
import { orders, outbox } from '../../server/db/schema.ts';
import { paymentServices } from '../../server/payments/registry.ts';
import { readTraceId, traceHeaders, traceIdOf } from '../../server/runtime/trace.ts';
import { applyCashierAction, referenceOf } from '../../server/sandbox/sandbox-payments.ts';
import { sandboxProvider } from '../../server/sandbox/sandbox-provider.ts';
import { withTrace } from '../../src/api/api-client.ts';
import { orderRecord, orderWebCreate } from '../../src/contract/order.contract.ts';
import { runDueJobs } from '../support/server/due-work.ts';
import { sharedMoneyHarness } from '../support/server/money-harness.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const PARENT = `00-${TRACE}-${SPAN}-01`;

describe('the header traceparent', () => {
  test.each([PARENT, `00-${TRACE}-${SPAN}-00`, `01-${TRACE}-${SPAN}-01`, `cc-${TRACE}-${SPAN}-01-more`])(
    'is read: %s',
    (header) => {
      expect(readTraceId(header)).toBe(TRACE);
    },
  );

  test.each([
    undefined,
    '',
    'x',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}a-${SPAN}-01`,
    ` ${PARENT}`,
    `${PARENT}\n`,
  ])('is not read: %j', (header) => {
    expect(readTraceId(header)).toBeNull();
  });

  test('what the server sends can be read, with a span of its own for each request', () => {
    const [first, second] = [traceHeaders(TRACE), traceHeaders(TRACE)];
    expect(readTraceId(first['traceparent'])).toBe(TRACE);
    expect(first['traceparent']).not.toBe(second['traceparent']);
    expect(traceHeaders(null)).toEqual({});
    expect(readTraceId(traceHeaders(traceIdOf(randomUUID()))['traceparent'])).not.toBeNull();
  });
});

/** The header that the page sends with a request. */
const headerOfPage = async (): Promise<string> => {
  let header = '';
  const send = withTrace(async (_, init) => {
    header = new Headers(init?.headers).get('traceparent') ?? '';
    return new Response();
  }, randomUUID);
  await send('https://portal.example');
  return header;
};

describeOn('the trace of an order', () => {
  const server = sharedTestServer({ clockRuns: true });

  test('from the request of the page to the delivery it is one trace id (S7, S9, S31, ORDR-01)', async () => {
    const player = await server.newPlayer();
    const traceparent = await headerOfPage();
    const traceId = readTraceId(traceparent);
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    const { orderId } = await server.placeOrder(player, {}, { 'idempotency-key': randomUUID(), traceparent });
    const reference = (await referenceOf(server.context, orderId)) ?? '';
    await applyCashierAction(server.context, reference, 'pay');
    const delivered = { status: 4, history: [{ status: 1 }, { status: 2 }, { status: 4 }] };
    await vi.waitFor(async () => expect(await server.recordOf(orderId, player.headers)).toMatchObject(delivered), {
      timeout: 60_000,
      interval: 100,
    });
    const jobs = await server.context.db
      .select({ kind: outbox.kind, traceId: outbox.traceId })
      .from(outbox)
      .where(or(eq(outbox.subject, orderId), sql`${outbox.subject} like ${`%${reference}%`}`));
    expect(jobs.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual(
      ['deliver', 'process-notification', 'sandbox-notify'].map((kind) => ({ kind, traceId })),
    );
    const logged = server.logged().filter((line) => line['traceId'] === traceId);
    expect(logged.map(({ route, msg }) => [msg, route])).toEqual([
      ['request completed', orderWebCreate.path],
      ['request completed', '/webhooks'],
      ['order moved', undefined],
    ]);
  });

  test('a malformed header is replaced by a trace of the server, and never logged (S31)', async () => {
    const { headers } = await server.call(orderRecord, {}, { traceparent: `00-${TRACE}-"},{"forged` });
    const requestId = headers.get('x-request-id') ?? '';
    const line = server.logged().find((one) => one['requestId'] === requestId);
    expect(line).toMatchObject({ traceId: requestId.replaceAll('-', '') });
    expect(server.logLines().join('')).not.toContain('forged');
  });
});

describeOn('the trace of jobs', () => {
  const harness = sharedMoneyHarness();

  const traced = async (): Promise<string> =>
    harness.order(harness.requestOf(await harness.addUser(), {}, { traceId: TRACE }));

  /** Records log lines and calls to the provider. */
  const watched = () => {
    const lines: Record<string, unknown>[] = [];
    const calls: [string, unknown][] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const context = { ...harness.context, log };
    const real = sandboxProvider(context);
    const make = () => ({
      ...real,
      query: (reference: string, traceId?: string | null) => {
        calls.push(['query', traceId]);
        return real.query(reference);
      },
      close: (reference: string, traceId?: string | null) => {
        calls.push(['close', traceId]);
        return real.close(reference);
      },
      refund: (reference: string, captureId: string, traceId?: string | null) => {
        calls.push(['refund', traceId]);
        return real.refund(reference, captureId);
      },
    });
    const ports = { ...context.ports, providers: { sandbox: { sandboxOnly: true, make } } };
    return { lines, calls, services: paymentServices({ ...context, ports }) };
  };

  test('provider and game server receive it, and so does the warning of a failed job (S31)', async () => {
    const { calls, lines, services } = watched();
    const worker = createJobWorker({
      ...harness.ports,
      services,
      gameServer: {
        deliver: async (_parcel, _at, traceId) => {
          calls.push(['deliver', traceId]);
          return { kind: 'unavailable', reason: 'the game server responded with 503' };
        },
      },
    });

    const paid = await traced();
    await harness.act(paid, 'pay-twice');
    await runDueJobs(worker);
    harness.advance(2_000);
    await runDueJobs(worker);
    const unpaid = await traced();
    harness.advance(301_000);
    await runDueJobs(worker);
    expect((await harness.orderOf(unpaid)).status).toBe('overdue');

    expect(new Set(calls.map(([call]) => call))).toEqual(new Set(['query', 'close', 'refund', 'deliver']));
    expect(calls.filter(([, traceId]) => traceId !== TRACE)).toEqual([]);
    const failed = lines.filter(({ job }) => job === 'deliver');
    expect(failed.length).toBeGreaterThan(0);
    for (const line of failed) expect(line).toMatchObject({ subject: paid, traceId: TRACE });
    const [stored] = await harness.context.db.select().from(orders).where(eq(orders.orderId, unpaid));
    expect(stored?.traceId).toBe(TRACE);
    const jobs = await harness.context.db.select().from(outbox).where(eq(outbox.kind, 'check-late-payment'));
    expect(jobs.map(({ traceId }) => traceId)).toEqual([TRACE]);
  });
});
