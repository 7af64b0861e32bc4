import { readFileSync } from 'node:fs';

export type Alert = {
  readonly name: string;
  readonly expr: string;
  readonly wait: string;
  readonly severity: string;
  readonly summary: string;
  readonly runbook: string;
};

export const SERVER_ALERTS = 'docs/alerts.yml';
/** These alerts read metrics of exporters. */
export const ENVIRONMENT_ALERTS = 'docs/alerts-environment.yml';
export const ALERT_FILES = [SERVER_ALERTS, ENVIRONMENT_ALERTS] as const;

const HEAD = /^groups:\n {2}- name: \w+\n {4}rules:\n/;

const ALERT = new RegExp(
  [
    / {6}- alert: (\w+)\n/,
    / {8}expr: (.+)\n/,
    / {8}for: (\d+m)\n/,
    / {8}labels:\n {10}severity: (critical|warning)\n/,
    / {8}annotations:\n {10}summary: '(.+)'\n/,
    / {10}runbook_url: (\S+)\n/,
  ]
    .map(({ source }) => source)
    .join(''),
  'g',
);

/** The alerts of a file. Throws if a line does not have the expected form. */
export const readAlerts = (file: (typeof ALERT_FILES)[number]): readonly Alert[] => {
  const text = readFileSync(file, 'utf8').replace(/^#.*\n/gm, '');
  if (!HEAD.test(text)) throw new Error(`${file} has another head`);
  const body = text.replace(HEAD, '');
  const rest = body.replace(ALERT, '').trim();
  if (rest) throw new Error(`${file} has lines of another form: ${rest}`);
  return [...body.matchAll(ALERT)].map(
    ([, name = '', expr = '', wait = '', severity = '', summary = '', runbook = '']) => ({
      name,
      expr,
      wait,
      severity,
      summary,
      runbook,
    }),
  );
};

/** A section of docs/runbooks.md: its title, and everything up to the next one. */
export type Runbook = { readonly title: string; readonly text: string };

const page = readFileSync('docs/runbooks.md', 'utf8');

export const RUNBOOKS: readonly Runbook[] = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [title = '', ...lines] = section.split('\n');
    return { title, text: lines.join('\n') };
  });

/** Code blocks of a text in one language. */
export const blocksOf = (language: 'sql' | 'sh', text: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) =>
    block.trim(),
  );

/** A statement with its psql variables replaced by a text. */
export const withVariable = (statement: string, value: string): string =>
  statement.replace(/:'\w+'/g, `'${value.replaceAll("'", "''")}'`);

/** A text without code. */
export const proseOf = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`]*`/g, '');
