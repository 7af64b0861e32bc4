const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Series of one metric, besides "other": memory and the size of the page stay bounded whatever is counted. */
const MOST_ANSWERS = 1_000;
const MOST_EVENTS = 200;
const OTHER_ANSWER = 'route="other",status="0",code="0"';

type Series = { count: number; sum: number; readonly buckets: number[] };

/** Counters of this process in Prometheus' text format. Labels hold route patterns and codes only, nothing of a player. */
export type Metrics = {
  readonly answered: (route: string, status: number, code: number, seconds: number) => void;
  /** A named event of the server, such as `orders_created`. */
  readonly count: (event: string) => void;
  /** A value that is read for each scrape; null: it has none at present. */
  readonly gauge: (name: string, read: () => number | null) => void;
  readonly text: () => string;
};

const add = (counts: Map<string, number>, key: string, most: number, other: string): void => {
  const counted = counts.has(key) || counts.size < most ? key : other;
  counts.set(counted, (counts.get(counted) ?? 0) + 1);
};

const label = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', ' ');

export const createMetrics = (): Metrics => {
  const answers = new Map<string, number>();
  const durations = new Map<string, Series>();
  const events = new Map<string, number>();
  const gauges = new Map<string, () => number | null>();

  return {
    answered: (route, status, code, seconds) => {
      const key = `route="${label(route)}",status="${status}",code="${code}"`;
      add(answers, key, MOST_ANSWERS, OTHER_ANSWER);
      const series = durations.get(route) ?? { count: 0, sum: 0, buckets: BUCKETS_S.map(() => 0) };
      series.count += 1;
      series.sum += seconds;
      for (const [at, limit] of BUCKETS_S.entries())
        if (seconds <= limit) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
      durations.set(route, series);
    },
    count: (event) => {
      add(events, event, MOST_EVENTS, 'other');
    },
    gauge: (name, read) => {
      gauges.set(name, read);
    },
    text: () => {
      const lines = ['# TYPE portal_answers_total counter'];
      for (const [key, value] of answers) lines.push(`portal_answers_total{${key}} ${value}`);
      lines.push('# TYPE portal_answer_seconds histogram');
      for (const [route, { count, sum, buckets }] of durations) {
        const name = `route="${label(route)}"`;
        for (const [at, limit] of BUCKETS_S.entries())
          lines.push(`portal_answer_seconds_bucket{${name},le="${limit}"} ${buckets[at] ?? 0}`);
        lines.push(`portal_answer_seconds_bucket{${name},le="+Inf"} ${count}`);
        lines.push(
          `portal_answer_seconds_sum{${name}} ${sum.toFixed(6)}`,
          `portal_answer_seconds_count{${name}} ${count}`,
        );
      }
      lines.push('# TYPE portal_events_total counter');
      for (const [event, value] of events) lines.push(`portal_events_total{event="${label(event)}"} ${value}`);
      for (const [name, read] of gauges) {
        const value = read();
        if (value !== null) lines.push(`# TYPE portal_${name} gauge`, `portal_${name} ${value.toFixed(3)}`);
      }
      lines.push(
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      );
      lines.push('# TYPE process_uptime_seconds gauge', `process_uptime_seconds ${process.uptime().toFixed(3)}`, '');
      return lines.join('\n');
    },
  };
};
