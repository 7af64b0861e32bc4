import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export type FolderGraph = ReadonlyMap<string, ReadonlySet<string>>;

const SOURCE = /^(?:machines|src|server|vite|locales)\/.*\.(?:ts|tsx|mjs|json)$/;
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|^import\s+['"](\.[^'"]+)['"]/gm;

const importsOf = (path: string): readonly string[] => {
  const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(IMPORT)].map(([, from, lazy, bare]) =>
    normalize(join(dirname(path), (from ?? lazy ?? bare ?? '').replace(/\?.*$/, ''))),
  );
};

export const sourcePaths = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => SOURCE.test(path) && existsSync(path));

/** What the folders of the source import from each other; `folderOf` returns null for files that do not count. */
export const folderGraph = (folderOf: (path: string) => string | null): FolderGraph => {
  const graph = new Map<string, Set<string>>();
  for (const path of sourcePaths()) {
    const from = folderOf(path);
    if (from === null) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const imported of importsOf(path)) {
      const to = SOURCE.test(imported) ? folderOf(imported) : null;
      if (to !== null && to !== from) targets.add(to);
    }
  }
  return new Map([...graph].toSorted(([one], [other]) => one.localeCompare(other)));
};

const reaches = (graph: FolderGraph, from: string, to: string, without: ReadonlySet<string>): boolean => {
  const seen = new Set([from]);
  const open = [...(graph.get(from) ?? [])].filter((next) => !without.has(`${from} ${next}`));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return false;
};

/** The arrows that do not follow from other arrows. Folders that import each other keep both arrows. */
export const directArrows = (graph: FolderGraph): readonly (readonly [from: string, to: string])[] =>
  [...graph].flatMap(([from, targets]) =>
    [...targets]
      .toSorted()
      .filter((to) => {
        const isCircle = reaches(graph, to, from, new Set());
        return isCircle || !reaches(graph, from, to, new Set([`${from} ${to}`]));
      })
      .map((to) => [from, to] as const),
  );
