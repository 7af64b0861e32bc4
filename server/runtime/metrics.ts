import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import type { AnalyticsEvent } from '../../src/contract/analytics.contract.ts';
import type { Database } from '../db/database.ts';
import { JOB_KINDS, type JobKind } from '../db/schema.ts';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];
/** Up to 72 hours, after which an order is refunded. */
const DELIVERY_BUCKETS_S = [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200, 28_800, 86_400, 259_200];

/** Maximum number of series of responses, in addition to "other", so that memory and the size of a scrape stay bounded. */
const MAX_RESPONSES = 1_000;

const ORDER_MOVES = ORDER_STATUSES.filter((status) => status !== 'pending').map(
  (status) => `orders_${status}` as const,
);

/** Events of the server. Each has a series from the start: an alert on an increase would miss a series that starts at 1. */
const SERVER_EVENTS = [
  ...ORDER_MOVES,
  'codes_sent',
  'connections_refused',
  'lines_delivered_after_refund',
  'logins',
  'notifications_forged',
  'notifications_mismatched',
  'orders_accepted',
  'orders_created',
  'orders_refunded_partly_delivered',
  'orders_refused',
  'password_resets',
  'points_paid',
  'points_refused',
  'reconciliation_chunks',
  'reconciliation_cycles',
  'reconciliation_failures',
  'reconciliation_findings',
  'refunds',
  'requests_shed',
] as const;

/** `again`: it is due later, as planned. `failed`: it is retried after a delay that doubles. */
const JOB_OUTCOMES = ['done', 'again', 'failed'] as const;

/** Metrics of this process for Prometheus. Labels contain route patterns and codes, never anything about a player. */
export const createMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[],
  ) => new Histogram({ name, help, buckets, labelNames, registers });
  const responses = counter('portal_responses_total', 'API responses by route, HTTP status and response code', [
    'route',
    'status',
    'code',
  ]);
  const durations = histogram('portal_response_seconds', 'Response time by route', BUCKETS_S, ['route']);
  const events = counter('portal_events_total', 'Events of the server by name', ['event']);
  for (const event of SERVER_EVENTS) events.inc({ event }, 0);
  const jobs = counter('portal_jobs_total', 'Runs of outbox jobs by kind and outcome', ['kind', 'outcome']);
  for (const kind of JOB_KINDS) for (const outcome of JOB_OUTCOMES) jobs.inc({ kind, outcome }, 0);
  const calls = counter('portal_calls_total', 'Calls to payment providers and the game server by outcome', [
    'system',
    'outcome',
  ]);
  const callTimes = 'Time of calls to payment providers and the game server';
  const callDurations = histogram('portal_call_seconds', callTimes, BUCKETS_S, ['system']);
  const deliveryTimes = 'Time from payment to delivery of an order';
  const deliveries = histogram('portal_delivery_seconds', deliveryTimes, DELIVERY_BUCKETS_S, []);
  const statementTimes = 'Time of statements of PostgreSQL, without the wait for a connection';
  const statements = histogram('portal_database_statement_seconds', statementTimes, STATEMENT_BUCKETS_S, []);
  /** Looking a series up by its labels costs more than counting. */
  const known = new Map<string, { responses: Counter.Internal; durations: Histogram.Internal<'route'> }>();
  const series = (route: string, status: number, code: number) => {
    const key = `${route} ${status} ${code}`;
    const found = known.get(key);
    if (found) return found;
    const isKnown = known.size < MAX_RESPONSES;
    const labels = isKnown
      ? { route, status: String(status), code: String(code) }
      : { route: 'other', status: '0', code: '0' };
    const made = { responses: responses.labels(labels), durations: durations.labels({ route }) };
    if (isKnown) known.set(key, made);
    return made;
  };
  const addGauge = (
    name: string,
    what: string,
    labelNames: readonly string[],
    collect: (gauge: Gauge) => void,
  ): void => {
    registry.removeSingleMetric(`portal_${name}`);
    new Gauge({
      name: `portal_${name}`,
      help: `The current value of ${what}`,
      labelNames,
      registers,
      collect() {
        collect(this);
      },
    });
  };

  return {
    countResponse: (route: string, status: number, code: number, seconds: number): void => {
      const known = series(route, status, code);
      known.responses.inc();
      known.durations.observe(seconds);
    },
    count: (event: (typeof SERVER_EVENTS)[number] | AnalyticsEvent['name']): void => events.inc({ event }),
    countJob: (kind: JobKind, outcome: (typeof JOB_OUTCOMES)[number]): void => jobs.inc({ kind, outcome }),
    countCall: (system: string, isOk: boolean, seconds: number): void => {
      // Both outcomes have a series from the first call, so that the first failure is an increase.
      calls.inc({ system, outcome: 'ok' }, Number(isOk));
      calls.inc({ system, outcome: 'failed' }, Number(!isOk));
      callDurations.observe({ system }, seconds);
    },
    observeDelivery: (seconds: number): void => deliveries.observe(seconds),
    observeStatement: (seconds: number): void => statements.observe(seconds),
    /** Registers a value that is read for each scrape; null: no value at present. */
    gauge: (name: string, readValue: () => number | null): void =>
      addGauge(name, name, [], (gauge) => {
        const value = readValue();
        if (value === null) gauge.remove();
        else gauge.set(value);
      }),
    /** Like `gauge`, with one series for each value of a label. The values must be from a short list. */
    gauges: (name: string, label: string, readValues: () => ReadonlyMap<string, number> | null): void =>
      addGauge(name, `${name} by ${label}`, [label], (gauge) => {
        gauge.reset();
        for (const [key, value] of readValues() ?? []) gauge.set({ [label]: key }, value);
      }),
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Reports the connections of this process to PostgreSQL. The embedded database has none. */
export const reportConnections = (metrics: Metrics, { connections }: Pick<Database, 'connections'>): void => {
  if (!connections) return;
  metrics.gauges('database_connections', 'state', () => {
    const { used, idle } = connections();
    return new Map(Object.entries({ used, idle }));
  });
  metrics.gauge('database_connections_max', () => connections().max);
  metrics.gauge('database_waiting', () => connections().waiting);
};
