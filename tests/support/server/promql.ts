/** A metric in a PromQL expression, with the labels that the expression compares or groups by. */
export type MetricUse = {
  readonly name: string;
  /** Label → the values that the expression mentions. An empty list accepts every value. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
};

const KEYWORDS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'bool', 'offset']);
const OPERATORS = new Set(['and', 'or', 'unless', 'atan2', 'inf', 'nan']);
const TOKEN = /"(?:\\.|[^"\\])*"|\[[^\]]*\]|[A-Za-z_:][\w:]*|\d[\w.]*|=~|!~|!=|==|>=|<=|\S/g;

/** The texts that a pattern of words, groups and alternatives matches. */
const alternativesOf = (pattern: string): string[] =>
  (pattern.match(/(?:[^|()]|\([^()]*\))+/g) ?? []).flatMap((one) => {
    const [, start = '', group, end = ''] = /^([^()]*)\(([^()]*)\)(.*)$/.exec(one) ?? [];
    return group === undefined ? one : group.split('|').flatMap((middle) => alternativesOf(`${start}${middle}${end}`));
  });

/** Other patterns, and variables of the dashboard, mention no value. */
const valuesOf = (operator: string, text: string): string[] => {
  const value = text.slice(1, -1);
  if (operator.startsWith('!') || /[$.*+?[\]\\]/.test(value)) return [];
  return operator === '=~' ? alternativesOf(value) : [value];
};

/**
 * The metrics of a PromQL expression. Labels of `by (…)` count for every metric of the expression. It reads the part of the language that
 * dashboards and alerts of this project use.
 */
export const metricsIn = (expression: string): MetricUse[] => {
  const tokens = expression.match(TOKEN) ?? [];
  const metrics: { name: string; labels: Map<string, readonly string[]> }[] = [];
  const grouped: string[] = [];
  let at = 0;
  const until = (end: string): string[] => {
    const from = at;
    while (at < tokens.length && tokens[at] !== end) at += 1;
    return tokens.slice(from, at);
  };
  for (; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (KEYWORDS.has(token)) {
      if (tokens[at + 1] !== '(') continue;
      at += 2;
      grouped.push(...until(')').filter((name) => name !== ','));
    } else if (token === '{') {
      at += 1;
      const matchers = until('}');
      const metric = metrics.at(-1);
      if (!metric) throw new Error(`a selector without a metric: ${expression}`);
      for (let n = 0; n + 2 < matchers.length; n += 4)
        metric.labels.set(matchers[n] ?? '', valuesOf(matchers[n + 1] ?? '', matchers[n + 2] ?? ''));
    } else if (/^[A-Za-z_:]/.test(token) && !OPERATORS.has(token) && tokens[at + 1] !== '(') {
      if (KEYWORDS.has(tokens[at + 1] ?? '') && tokens[at + 2] === '(') continue;
      metrics.push({ name: token, labels: new Map() });
    }
  }
  for (const { labels } of metrics) for (const name of grouped) if (!labels.has(name)) labels.set(name, []);
  return metrics;
};

/** The series of a scrape by metric name; each has its labels. A gauge without a current value has no series. */
export const seriesOf = (scrape: string): ReadonlyMap<string, readonly ReadonlyMap<string, string>[]> => {
  const series = new Map<string, ReadonlyMap<string, string>[]>();
  for (const line of scrape.split('\n')) {
    const [, gauge] = /^# TYPE (\S+) gauge$/.exec(line) ?? [];
    if (gauge) series.set(gauge, []);
    const [, name, labels = ''] = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (!name) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:\\.|[^"\\])*)"/g)].map(
      ([, label = '', value = '']) => [label, value] as const,
    );
    series.set(name, [...(series.get(name) ?? []), new Map(pairs)]);
  }
  return series;
};

/** Labels that Prometheus adds to each series. */
const OF_PROMETHEUS = new Set(['instance', 'job']);
/** A scrape has a value of these labels only after a response with that value. */
const OPEN_LABELS = new Set(['status', 'code']);

/** The metrics, labels and label values that an expression mentions and a scrape does not have. */
export const unknownIn = (expression: string, scrape: ReturnType<typeof seriesOf>): string[] =>
  metricsIn(expression).flatMap(({ name, labels }) => {
    const series = scrape.get(name);
    if (!series) return [name];
    return [...labels].flatMap(([label, wanted]) => {
      if (OF_PROMETHEUS.has(label)) return [];
      const values = series.flatMap((one) => one.get(label) ?? []);
      if (values.length === 0) return [`${name}{${label}}`];
      if (OPEN_LABELS.has(label)) return [];
      return wanted.filter((value) => !values.includes(value)).map((value) => `${name}{${label}="${value}"}`);
    });
  });
