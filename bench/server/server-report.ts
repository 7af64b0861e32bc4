import { type Figure, print } from '../report.ts';
import type { Call } from './messages.ts';
import { MAX_CPU_RATIO, MAX_STATEMENTS, MIN_CALLS_PER_SECOND, MIN_RATE_RATIO } from './server-budgets.ts';

export const CALLS = ['poll', 'create'] as const satisfies readonly Call[];
export const PROCESSES = [1, 2] as const;
export const KINDS = ['floor', 'portal'] as const;
export type Kind = (typeof KINDS)[number];
export type Key = `${Call} ${(typeof PROCESSES)[number]} ${Kind}`;

/** One load on one or two processes. CPU in ms per call, response times in ms. */
export type Sample = {
  readonly perSecond: number;
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly loadMs: number;
  readonly statements: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly rssMb: number;
};

const COLUMNS = [
  'perSecond',
  'serverMs',
  'databaseMs',
  'loadMs',
  'statements',
  'p50',
  'p95',
  'p99',
  'rssMb',
] as const satisfies readonly (keyof Sample)[];

const TITLE =
  '                   calls/s  CPU-ms per call: server  database  load  statements  p50    p95    p99 ms  MB per process';

type Samples = ReadonlyMap<Key, readonly Sample[]>;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const medianOf = (samples: Samples, key: Key, column: (typeof COLUMNS)[number]): number =>
  median((samples.get(key) ?? []).map((sample) => sample[column]));

const printTable = (samples: Samples): void => {
  process.stdout.write(`\nmedians\n${TITLE}\n`);
  for (const key of samples.keys()) {
    const cells = COLUMNS.map((column) => {
      const digits = column.endsWith('Ms') ? 3 : column === 'perSecond' || column === 'rssMb' ? 0 : 1;
      return medianOf(samples, key, column).toFixed(digits).padStart(8);
    });
    process.stdout.write(`${key.padEnd(16)}${cells.join(' ')}\n`);
  }
};

const cpuOf = ({ serverMs, databaseMs }: Sample): number => serverMs + databaseMs;

/** Each round measures floor and portal one after the other. The median of the rounds' ratios ignores disturbed rounds. */
const comparisons = (samples: Samples): readonly { readonly share: Figure; readonly cpu: Figure }[] =>
  CALLS.flatMap((call) =>
    PROCESSES.map((count) => {
      const portal = samples.get(`${call} ${count} portal`) ?? [];
      const floor = samples.get(`${call} ${count} floor`) ?? [];
      const ratioOf = (value: (sample: Sample) => number): number =>
        median(portal.flatMap((mine, round) => (floor[round] ? [value(mine) / value(floor[round])] : [])));
      const from = (value: (sample: Sample) => number, digits: number): string =>
        [portal, floor].map((rows) => median(rows.map(value)).toFixed(digits)).join(' : ');
      const perSecond = (sample: Sample): number => sample.perSecond;
      const what = `${call}, ${count} ${count === 1 ? 'process' : 'processes'}`;
      return {
        share: { what, measured: ratioOf(perSecond), limit: MIN_RATE_RATIO[call], unit: '×', from: from(perSecond, 0) },
        cpu: { what, measured: ratioOf(cpuOf), limit: MAX_CPU_RATIO[call], unit: '×', from: `${from(cpuOf, 2)} ms` },
      };
    }),
  );

/** Calls per second, only of calls for which the floor reaches the limit. */
const rates = (samples: Samples): readonly Figure[] =>
  CALLS.flatMap((call): readonly Figure[] => {
    const bestOf = (kind: Kind): number =>
      Math.max(...PROCESSES.map((count) => medianOf(samples, `${call} ${count} ${kind}`, 'perSecond')));
    const limit = MIN_CALLS_PER_SECOND[call];
    return bestOf('floor') < limit ? [] : [{ what: `${call}s`, measured: bestOf('portal'), limit, unit: '/s' }];
  });

/** Prints the tables; false when a figure is over its limit. */
export const printResults = (samples: Samples): boolean => {
  printTable(samples);
  const compared = comparisons(samples);
  const reached = rates(samples);
  const statements = CALLS.map(
    (call): Figure => ({
      what: `statements per ${call}`,
      measured: Math.floor(medianOf(samples, `${call} 1 portal`, 'statements')),
      limit: MAX_STATEMENTS[call],
      unit: '',
    }),
  );
  return [
    print(
      'calls per second, against the floor',
      compared.map(({ share }) => share),
      'at least',
    ),
    print(
      'CPU of server and database per call, against the floor',
      compared.map(({ cpu }) => cpu),
    ),
    reached.length === 0 || print('calls per second, where the floor reaches them', reached, 'at least'),
    print('statements', statements),
  ].every(Boolean);
};
