type Rule = { readonly what: string; readonly pattern: RegExp; readonly marker: 'contract' | 'locks' };

/** What a migration must not do while the previous version of the server runs, or while a table is in use. */
const RULES: readonly Rule[] = [
  {
    what: 'drops something that the previous version may use',
    marker: 'contract',
    pattern: /\bdrop\s+(?:column|table|index|view|function|trigger|type|sequence|schema|default)\b/,
  },
  { what: 'renames something that the previous version uses', marker: 'contract', pattern: /\brename\b/ },
  {
    what: 'changes the type of a column',
    marker: 'contract',
    pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/,
  },
  {
    what: 'replaces something that the previous version uses',
    marker: 'contract',
    pattern: /^create or replace (?:function|procedure|trigger|view)\b/,
  },
  {
    what: 'requires a value that the previous version does not write',
    marker: 'contract',
    pattern:
      /\bset\s+not\s+null\b|\badd\s+column\s(?:(?!\bdefault\b|,\s*add\b).)*\bnot\s+null\b(?!(?:(?!,\s*add\b).)*\bdefault\b)/s,
  },
  {
    what: 'checks every row under a lock: add NOT VALID, and validate in the next migration',
    marker: 'locks',
    pattern: /\badd\s+constraint\b(?!.*\bnot\s+valid\b).*\b(?:check|foreign\s+key|references)\b/s,
  },
  {
    what: 'builds an index under a lock',
    marker: 'locks',
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key)\b/,
  },
  { what: 'writes rows that are in use', marker: 'locks', pattern: /^(?:update|delete|truncate)\b/ },
];

const INDEX = /^create\s+(?:unique\s+)?index\s+(if\s+not\s+exists\s+)?(\w+)\s+on\s+(?:only\s+)?(\w+)/;

/** `text`: in lower case, without comments and bodies of functions. `markers`: kinds of the comments of this statement. */
type Statement = { readonly text: string; readonly markers: ReadonlySet<string> };

const statementsOf = (migration: string): Statement[] =>
  migration
    .replace(/\$\$[\s\S]*?\$\$/g, "''")
    .split(/;|--> statement-breakpoint/)
    .map((part) => ({
      text: part.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().toLowerCase(),
      markers: new Set([...part.matchAll(/^\s*-- (contract|locks): \S.*\S/gm)].map(([, marker = '']) => marker)),
    }))
    .filter(({ text }) => text !== '');

/**
 * What is wrong with a migration that runs while the previous version serves. A comment `-- contract: reason` before a statement says that
 * the previous version does not need what it removes; `-- locks: reason` says why its lock is short.
 */
export const problemsOf = (migration: string): string[] => {
  const statements = statementsOf(migration);
  const created = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? []),
  );
  const isNew = (table: string | undefined): boolean => table !== undefined && created.has(table);
  return statements.flatMap(({ text, markers }) => {
    const [, isOptional, index, indexed] = INDEX.exec(text) ?? [];
    if (index) {
      const mayBeBuilt = isNew(indexed) || isOptional || markers.has('locks');
      return mayBeBuilt
        ? []
        : [`${index} builds an index under a lock: use IF NOT EXISTS, so that it can be built before`];
    }
    const [, altered] = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(text) ?? [];
    if (isNew(altered)) return [];
    return RULES.filter(({ pattern, marker }) => pattern.test(text) && !markers.has(marker)).map(
      ({ what }) => `${text.slice(0, 60)} ${what}`,
    );
  });
};
