import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

type FolderGraph = ReadonlyMap<string, ReadonlySet<string>>;

const SOURCE = /^(?:machines|src|server|vite|locales)\/.*\.(?:ts|tsx|mjs|json)$/;
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|^import\s+['"](\.[^'"]+)['"]/gm;

const importsOf = (path: string): readonly string[] => {
  const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(IMPORT)].map(([, from, lazy, bare]) =>
    normalize(join(dirname(path), (from ?? lazy ?? bare ?? '').replace(/\?.*$/, ''))),
  );
};

const sourcePaths = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => SOURCE.test(path) && existsSync(path));

/** What the folders of the source import from each other; `folderOf` returns null for files that do not count. */
const folderGraph = (folderOf: (path: string) => string | null): FolderGraph => {
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
const directArrows = (graph: FolderGraph): readonly (readonly [from: string, to: string])[] =>
  [...graph].flatMap(([from, targets]) =>
    [...targets]
      .toSorted()
      .filter((to) => {
        const isCircle = reaches(graph, to, from, new Set());
        return isCircle || !reaches(graph, from, to, new Set([`${from} ${to}`]));
      })
      .map((to) => [from, to] as const),
  );

const idOf = (name: string): string => name.replaceAll(/\W/g, '_');

const folderChart = (graph: FolderGraph): string => {
  const nodes = [...graph.keys()].map((name) => `  ${idOf(name)}["${name}"]`);
  const arrows = directArrows(graph).map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`);
  return ['flowchart TD', ...nodes, ...arrows].join('\n');
};

const folderIn =
  (root: string) =>
  (path: string): string | null =>
    path.startsWith(`${root}/`) && path.split('/').length > 2 ? (path.split('/')[1] ?? null) : null;

/** The folders of src, and each other root as a whole. */
const treeFolder = (path: string): string | null => {
  const [root = '', folder = '', ...rest] = path.split('/');
  if (root !== 'src') return root;
  if (path === 'src/main.tsx') return path;
  return rest.length > 0 ? `${root}/${folder}` : null;
};

type Child = { readonly key: string; readonly machine: string };

/** The charts and setups, by the name of the machine. */
const machineFiles = () =>
  sourcePaths()
    .filter((path) => /^machines\/.*\.(?:machine|setup)\.ts$/.test(path))
    .map((path) => ({ name: basename(path).replace(/\..*$/, ''), text: readFileSync(path, 'utf8') }));

/** The text between `actors: {` and its closing brace, in the text of a setup. */
const actorsIn = (text: string): string => {
  const [, rest = ''] = text.split(/\bactors: \{/);
  let depth = 1;
  const end = [...rest].findIndex((letter) => {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    return depth === 0;
  });
  return rest.slice(0, Math.max(0, end));
};

const CHILD = /\b(\w+): (?:machineStub<typeof )?(\w+Machine)\b/g;

/** Machine → the machines in the `actors` of its setup, invoked or spawned. */
const childMachines = (): ReadonlyMap<string, readonly Child[]> => {
  const files = machineFiles();
  const nameOf = new Map(
    files.flatMap(({ name, text }) =>
      [...text.matchAll(/export const (\w+Machine)\b/g)].map(([, symbol = '']) => [symbol, name] as const),
    ),
  );
  const children = files.map(({ name, text }) => {
    const found = [...actorsIn(text).matchAll(CHILD)].flatMap(([, key = '', symbol = '']) => {
      const machine = nameOf.get(symbol);
      return machine === undefined ? [] : [{ key, machine }];
    });
    return [name, found] as const;
  });
  return new Map(children.filter(([, found]) => found.length > 0));
};

const ROOT = 'portal';

const actorChart = (children: ReadonlyMap<string, readonly Child[]>): string => {
  const lines = ['flowchart LR'];
  const visit = (parent: string, machine: string): void => {
    for (const child of children.get(machine) ?? []) {
      const id = `${parent}_${child.key}`;
      const isNamedAlike = child.machine.replaceAll('-', '') === child.key.toLowerCase();
      lines.push(`  ${parent} --- ${id}["${child.key}${isNamedAlike ? '' : `<br/>${child.machine}`}"]`);
      visit(id, child.machine);
    }
  };
  visit(ROOT, ROOT);
  return lines.join('\n');
};

const section = (title: string, picture: string): string => `## ${title}\n\n\`\`\`mermaid\n${picture}\n\`\`\`\n`;

/** The imports between folders and the machines that invoke each other, drawn from the code. */
export const architectureDocument = (): string =>
  [
    '# Pictures of the architecture\n',
    'Arrows mean *imports*; arrows that other arrows imply are omitted.\n',
    section('The tree', folderChart(folderGraph(treeFolder))),
    section('The machines', folderChart(folderGraph(folderIn('machines')))),
    section('The server', folderChart(folderGraph(folderIn('server')))),
    'Each box is a running machine; the second line names its chart if the names differ.\n',
    section('The actors', actorChart(childMachines())),
  ].join('\n');
