import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { JOB_KINDS, type JobKind } from '../db/schema.ts';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];
/** Up to 72 hours, after which an order is refunded. */
const DELIVERY_BUCKETS_S = [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200, 28_800, 86_400, 259_200];

/** Maximum number of series of one metric, in addition to "other", so that memory and the size of a scrape stay bounded. */
const MAX_RESPONSES = 1_000;
const MAX_EVENTS = 200;
const MAX_SYSTEMS = 50;

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

type ServerEvent = (typeof SERVER_EVENTS)[number];

/** `again`: it is due later, as planned. `failed`: it is retried after a delay that doubles. */
const JOB_OUTCOMES = ['done', 'again', 'failed'] as const;

type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** Metrics of this process for Prometheus. Labels contain route patterns and codes, never anything about a player. */
export type Metrics = {
  readonly countResponse: (route: string, status: number, code: number, seconds: number) => void;
  readonly count: (event: ServerEvent) => void;
  /** Counts an analytics event of a page by its name. */
  readonly countPageEvent: (name: string) => void;
  readonly countJob: (kind: JobKind, outcome: JobOutcome) => void;
  /** Counts and times a call to a payment provider or to the game server. */
  readonly countCall: (system: string, isOk: boolean, seconds: number) => void;
  /** The time from payment to delivery of an order. */
  readonly observeDelivery: (seconds: number) => void;
  readonly observeStatement: (seconds: number) => void;
  /** Registers a value that is read for each scrape; null: no value at present. */
  readonly gauge: (name: string, read: () => number | null) => void;
  /** Like `gauge`, with one series for each value of a label. The values must be from a short list. */
  readonly gauges: (name: string, label: string, read: () => ReadonlyMap<string, number> | null) => void;
  /** The text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
};

/** Whether a label value is one of the first `max`. */
const createBound = (max: number) => {
  const known = new Set<string>();
  return (key: string): boolean => {
    if (known.has(key)) return true;
    if (known.size >= max) return false;
    known.add(key);
    return true;
  };
};

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const responses = new Counter({
    name: 'portal_responses_total',
    help: 'API responses by route, HTTP status and response code',
    labelNames: ['route', 'status', 'code'],
    registers,
  });
  const durations = new Histogram({
    name: 'portal_response_seconds',
    help: 'Response time by route',
    labelNames: ['route'],
    buckets: BUCKETS_S,
    registers,
  });
  const events = new Counter({
    name: 'portal_events_total',
    help: 'Events of the server by name',
    labelNames: ['event'],
    registers,
  });
  const isKnownResponse = createBound(MAX_RESPONSES);
  /** Looking a series up by its labels costs more than counting. */
  const known = new Map<string, { responses: Counter.Internal; durations: Histogram.Internal<'route'> }>();
  const series = (route: string, status: number, code: number) => {
    const key = `${route} ${status} ${code}`;
    const found = known.get(key);
    if (found) return found;
    const isKnown = isKnownResponse(key);
    const labels = isKnown
      ? { route, status: String(status), code: String(code) }
      : { route: 'other', status: '0', code: '0' };
    const made = { responses: responses.labels(labels), durations: durations.labels({ route }) };
    if (isKnown) known.set(key, made);
    return made;
  };
  const isKnownEvent = createBound(MAX_EVENTS);
  const countEvent = (event: string): void => {
    events.inc({ event: isKnownEvent(event) ? event : 'other' });
  };
  for (const event of SERVER_EVENTS) {
    isKnownEvent(event);
    events.inc({ event }, 0);
  }
  const jobs = new Counter({
    name: 'portal_jobs_total',
    help: 'Runs of outbox jobs by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  for (const kind of JOB_KINDS) for (const outcome of JOB_OUTCOMES) jobs.inc({ kind, outcome }, 0);
  const calls = new Counter({
    name: 'portal_calls_total',
    help: 'Calls to payment providers and the game server by outcome',
    labelNames: ['system', 'outcome'],
    registers,
  });
  const callDurations = new Histogram({
    name: 'portal_call_seconds',
    help: 'Time of calls to payment providers and the game server',
    labelNames: ['system'],
    buckets: BUCKETS_S,
    registers,
  });
  const isKnownSystem = createBound(MAX_SYSTEMS);
  const callOutcomes = new Set<string>();
  /** Both outcomes have a series from the first call, so that the first failure is an increase. */
  const startCalls = (system: string): void => {
    if (callOutcomes.has(system)) return;
    callOutcomes.add(system);
    for (const outcome of ['ok', 'failed']) calls.inc({ system, outcome }, 0);
  };
  const deliveries = new Histogram({
    name: 'portal_delivery_seconds',
    help: 'Time from payment to delivery of an order',
    buckets: DELIVERY_BUCKETS_S,
    registers,
  });
  const statements = new Histogram({
    name: 'portal_database_statement_seconds',
    help: 'Time of statements of PostgreSQL, without the wait for a connection',
    buckets: STATEMENT_BUCKETS_S,
    registers,
  });

  return {
    countResponse: (route, status, code, seconds) => {
      const known = series(route, status, code);
      known.responses.inc();
      known.durations.observe(seconds);
    },
    count: countEvent,
    countPageEvent: countEvent,
    countJob: (kind, outcome) => {
      jobs.inc({ kind, outcome });
    },
    countCall: (name, isOk, seconds) => {
      const system = isKnownSystem(name) ? name : 'other';
      startCalls(system);
      calls.inc({ system, outcome: isOk ? 'ok' : 'failed' });
      callDurations.observe({ system }, seconds);
    },
    observeDelivery: (seconds) => deliveries.observe(seconds),
    observeStatement: (seconds) => statements.observe(seconds),
    gauge: (name, read) => {
      registry.removeSingleMetric(`portal_${name}`);
      new Gauge({
        name: `portal_${name}`,
        help: `The current value of ${name}`,
        registers,
        collect() {
          const value = read();
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    },
    gauges: (name, label, read) => {
      registry.removeSingleMetric(`portal_${name}`);
      new Gauge({
        name: `portal_${name}`,
        help: `The current value of ${name} by ${label}`,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [key, value] of read() ?? []) this.set({ [label]: key }, value);
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
