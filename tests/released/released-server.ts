import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const headerLine = v.strictObject({ release: v.string(), migration: v.string() });
const statementLine = v.strictObject({ statement: v.string() });
const rowLine = v.strictObject({ table: v.string(), row: v.record(v.string(), v.unknown()) });

/** Values of every column that the release writes, as JSON. */
export type ReleasedRow = Readonly<v.InferOutput<typeof rowLine>>;

/** What the last release does with its database. `migration`: name of its last migration. */
export type ReleasedServer = {
  readonly release: string;
  readonly migration: string;
  readonly statements: readonly string[];
  readonly rows: readonly ReleasedRow[];
};

export const RELEASED_SERVER_FILE = fileURLToPath(new URL('./released-server.jsonl', import.meta.url));

/** Statements that differ only in the length of a list have the same form. */
const formOf = (statement: string): string =>
  statement
    .replace(/\$\d+/g, '$')
    .replace(/\(\$(?:, \$)*\)/g, '($)')
    .replace(/(\((?:\$|default)(?:, (?:\$|default))*\))(?:, \((?:\$|default)(?:, (?:\$|default))*\))+/g, '($)');

/** The shortest statement of each form, sorted. */
export const withoutRepetitions = (statements: readonly string[]): string[] => {
  const shortest = new Map<string, string>();
  for (const statement of statements) {
    const form = formOf(statement);
    const known = shortest.get(form);
    if (known === undefined || statement.length < known.length) shortest.set(form, statement);
  }
  return [...shortest.values()].toSorted();
};

/** Reads the lines of statements and rows. */
export const readLines = (text: string): Pick<ReleasedServer, 'statements' | 'rows'> => {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => v.parse(v.union([statementLine, rowLine]), JSON.parse(line)));
  return {
    statements: lines.flatMap((line) => ('statement' in line ? line.statement : [])),
    rows: lines.flatMap((line) => ('table' in line ? line : [])),
  };
};

export const readReleasedServer = (): ReleasedServer => {
  const text = readFileSync(RELEASED_SERVER_FILE, 'utf8');
  const end = text.indexOf('\n');
  return { ...v.parse(headerLine, JSON.parse(text.slice(0, end))), ...readLines(text.slice(end)) };
};
