import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Series of one metric, besides "other": memory and the size of a scrape stay bounded. */
const MAX_RESPONSES = 1_000;
const MAX_EVENTS = 200;

/** Metrics of this process for Prometheus. Labels hold route patterns and codes, never anything about a player. */
export type Metrics = {
  readonly countResponse: (route: string, status: number, code: number, seconds: number) => void;
  /** Counts a named event of the server, such as `orders_created`. */
  readonly count: (event: string) => void;
  /** Registers a value that is read for each scrape; null: no value at present. */
  readonly gauge: (name: string, read: () => number | null) => void;
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
    name: 'portal_answers_total',
    help: 'API responses by route, HTTP status and response code',
    labelNames: ['route', 'status', 'code'],
    registers,
  });
  const durations = new Histogram({
    name: 'portal_answer_seconds',
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

  return {
    countResponse: (route, status, code, seconds) => {
      const known = series(route, status, code);
      known.responses.inc();
      known.durations.observe(seconds);
    },
    count: (event) => {
      events.inc({ event: isKnownEvent(event) ? event : 'other' });
    },
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
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
