import {
  type ChartCoverage,
  type CoverageRatio,
  type CoverageRatios,
  type CoverageSource,
  figuresOf,
  type Missing,
  missingOf,
  sumOf,
} from './chart-coverage.ts';

export type CoveragePage = {
  /** What was replayed: "the 26 kept flows". */
  readonly recordings: string;
  readonly machines: readonly ChartCoverage[];
  /** First line of each divergence, with the name of its recording. */
  readonly divergences: readonly string[];
  /** Folder of the drawings, relative to the page. */
  readonly drawings: string;
  /** Why a pair or an outcome of a guard cannot be covered; null if no reason is known. Used with generated paths. */
  readonly reasonOf: (machine: string, missing: string) => string | null;
};

/** Share of pairs, in percent, above which no reason is needed. */
const PAIRS_TARGET = 90;

const percent = ({ covered, all }: CoverageRatio): number => Math.floor((covered / all) * 100);
const short = ({ covered, all }: CoverageRatio): string => (all === 0 ? '–' : `${covered} of ${all}`);
const long = (figure: CoverageRatio): string => (figure.all === 0 ? '–' : `${short(figure)} (${percent(figure)} %)`);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const wasRecorded = ({ recorded: { taken, refused } }: ChartCoverage): boolean => taken.size + refused.size > 0;

/** Without generated paths, the drawing of a machine that was not recorded would show nothing. */
export const isDrawn = (coverage: ChartCoverage): boolean => coverage.generated !== null || wasRecorded(coverage);

type Column = { readonly title: string; readonly sourcesOf: (coverage: ChartCoverage) => readonly CoverageSource[] };

const columnsOf = (machines: readonly ChartCoverage[]): readonly Column[] => {
  const recorded: Column = { title: 'recordings', sourcesOf: (one) => [one.recorded] };
  if (machines.every(({ generated }) => generated === null)) return [recorded];
  return [
    recorded,
    { title: 'paths', sourcesOf: ({ generated }) => (generated ? [generated] : []) },
    { title: 'both', sourcesOf: ({ recorded, generated }) => (generated ? [recorded, generated] : [recorded]) },
  ];
};

const KINDS: readonly { readonly key: keyof CoverageRatios; readonly words: string; readonly target: string }[] = [
  { key: 'transitions', words: 'transitions', target: '100 %' },
  { key: 'guards', words: 'guards, both outcomes', target: '100 %' },
  { key: 'pairs', words: 'pairs', target: `${PAIRS_TARGET} %` },
];

const totals = (machines: readonly ChartCoverage[], columns: readonly Column[]): string => {
  const sums = columns.map(({ sourcesOf }) => sumOf(machines.map((one) => figuresOf(one, sourcesOf(one)))));
  return table(
    ['', ...columns.map(({ title }) => title), 'target'],
    KINDS.map(({ key, words, target }) => [words, ...sums.map((sum) => long(sum[key])), target]),
  );
};

const byMachine = (machines: readonly ChartCoverage[], columns: readonly Column[], drawings: string): string => {
  const single = columns.filter(({ title }) => title !== 'both');
  return table(
    ['machine', ...KINDS.flatMap(({ key }) => single.map(({ title }) => `${key}: ${title}`))],
    machines.map((one) => [
      isDrawn(one) ? `[${one.name}](${drawings}/${one.name}.svg)` : one.name,
      ...KINDS.flatMap(({ key }) => single.map(({ sourcesOf }) => short(figuresOf(one, sourcesOf(one))[key]))),
    ]),
  );
};

const item = (text: string): string => `- \`${text}\``;

/** The lines by their reason; lines without a reason are first. */
const withReasons = (lines: readonly string[], reasonOf: (line: string) => string | null): string => {
  const groups = new Map<string, string[]>([['', []]]);
  for (const line of lines) {
    const reason = reasonOf(line) ?? '';
    groups.set(reason, [...(groups.get(reason) ?? []), line]);
  }
  return [...groups]
    .filter(([, group]) => group.length > 0)
    .map(([reason, group]) => [reason === '' ? 'No reason is known:' : reason, '', ...group.map(item)].join('\n'))
    .join('\n\n');
};

type Part = { readonly words: string; readonly lines: readonly string[] };

const sectionsOf = (
  machines: readonly ChartCoverage[],
  partsOf: (coverage: ChartCoverage) => readonly Part[],
  listOf: (coverage: ChartCoverage, lines: readonly string[]) => string,
): readonly string[] =>
  machines.flatMap((one) => {
    const parts = partsOf(one).filter(({ lines }) => lines.length > 0);
    if (parts.length === 0) return [];
    const texts = parts.map(({ words, lines }) => `**${words} (${lines.length})**\n\n${listOf(one, lines)}`);
    return [`### ${one.name}\n\n${texts.join('\n\n')}`];
  });

/** What neither recordings nor paths cover, with the reasons. */
const missingOnPaths = ({ machines, reasonOf }: CoveragePage, sourcesOf: Column['sourcesOf']): readonly string[] =>
  sectionsOf(
    machines,
    (one) => {
      const { transitions, neverFalse, pairs } = missingOf(one, sourcesOf(one));
      return [
        { words: 'Never taken', lines: transitions },
        { words: 'Guard never false', lines: neverFalse },
        { words: 'Pair never taken', lines: pairs },
      ];
    },
    ({ name }, lines) => withReasons(lines, (line) => reasonOf(name, line)),
  );

const absentLines = (machines: readonly ChartCoverage[]): readonly string[] => {
  const absent = machines.filter((one) => !wasRecorded(one)).map(({ name }) => name);
  return absent.length > 0 ? [`Nothing was recorded of ${absent.join(', ')}.`] : [];
};

/** What recordings do not cover of the machines that took part. Pairs are only counted, because most are missing in any recording. */
const missingInRecordings = (machines: readonly ChartCoverage[]): readonly string[] => {
  const sections = sectionsOf(
    machines.filter(wasRecorded),
    (one) => {
      const { transitions, neverFalse } = missingOf(one, [one.recorded]);
      return [
        { words: 'Never taken', lines: transitions },
        { words: 'Guard never false', lines: neverFalse },
      ];
    },
    (_, lines) => lines.map(item).join('\n'),
  );
  return [...absentLines(machines), ...sections];
};

const onlyOnPaths = (machines: readonly ChartCoverage[]): string => {
  const sections = machines.flatMap((one) => {
    const { transitions }: Missing = missingOf(one, [one.recorded]);
    if (transitions.length === 0) return [];
    const words = `${one.name}: ${transitions.length} of ${one.moves.length}`;
    return [`<details><summary>${words}</summary>\n\n${transitions.map(item).join('\n')}\n\n</details>`];
  });
  return sections.join('\n');
};

const DEFINITIONS = `- A *transition* is covered if it was taken.
- A *guard* of a transition is covered if it was true and false. A guard is true when its transition is taken, and false when XState examines the transition and
  goes on to the next.
- A *pair* is a transition into a state, then a transition out of it; what other regions do in between does not interrupt it. The pairs of a chart are counted
  without its guards, so some of them cannot happen.`;

const legend = (hasPaths: boolean): string => {
  const dashed = hasPaths
    ? 'A dashed arrow (`○`) was taken by generated paths only, and a dotted one (`✕ never`) never.'
    : 'A dotted arrow (`✕ never`) was never taken.';
  return `Each drawing shows at a transition how often recordings took it (\`● 12 ×\`) and how often its guard was false (\`false 3 ×\`). A thicker arrow was
taken more often. ${dashed} In a drawing that is opened in a tab, the tooltip of a label lists the transitions after it.`;
};

/** The page as Markdown. */
export const coveragePage = (page: CoveragePage): string => {
  const { recordings, machines, divergences, drawings } = page;
  const columns = columnsOf(machines);
  const all = columns.at(-1);
  const hasPaths = columns.length > 1;
  const missing = hasPaths && all ? missingOnPaths(page, all.sourcesOf) : missingInRecordings(machines);
  const paths = hasPaths
    ? ' *Paths* are the paths that the tests in `tests/machines` generate from each chart and play on real actors.'
    : '';
  return [
    '# Coverage of the charts',
    `*Recordings* are ${recordings}, replayed by the current machines.${paths}`,
    DEFINITIONS,
    totals(machines, columns),
    ...(divergences.length > 0
      ? [`These recordings diverge, and count up to there:\n\n${divergences.map(item).join('\n')}`]
      : []),
    `## Machines\n\n${legend(hasPaths)}\n\n${byMachine(machines, columns, drawings)}`,
    ...(missing.length > 0 ? [hasPaths ? '## Never covered' : '## Not in these recordings', ...missing] : []),
    ...(hasPaths ? ['## Taken by paths only', ...absentLines(machines), onlyOnPaths(machines)] : []),
  ]
    .join('\n\n')
    .concat('\n');
};
