import { join } from 'node:path';
import type { BuildOptions } from 'vite';

type Splitting = Exclude<
  Extract<
    NonNullable<NonNullable<BuildOptions['rolldownOptions']>['output']>,
    { codeSplitting?: unknown }
  >['codeSplitting'],
  boolean | undefined
>;
type Group = NonNullable<Splitting['groups']>[number];
type Context = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1];

/** The modules behind a dynamic import that decide what a chunk holds. Paths are relative to the project. */
const START = 'src/main.tsx';
const API = ['src/app/api-adapters.ts'];
const SIGNED_IN = ['src/app/signed-in.ts', 'src/views/shell/signed-in.view.tsx'];
const ORDER_PAGES = [
  'src/views/recharge/recharge.view.tsx',
  'src/views/epoint-recharge/epoint-recharge.view.tsx',
  'src/views/order-detail/order-detail.view.tsx',
];
/** Machines of single elements, which nearly every page shares. */
const ELEMENTS = 'machines/elements/';
/** Components without a page of their own. */
const COMPONENTS = 'src/ui/';
const LIST_PAGES = [
  'src/views/account/account.view.tsx',
  'src/views/news/news.view.tsx',
  'src/views/article/article.view.tsx',
  'src/views/home/home-sections.view.tsx',
];

/** The roots and everything that they import statically. */
const closureOf = (context: Context, roots: readonly string[]): ReadonlySet<string> => {
  const seen = new Set(roots);
  for (const id of seen) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) seen.add(next);
  }
  return seen;
};

/** In two or more of the sets. */
const sharedBy = (sets: readonly ReadonlySet<string>[], id: string): boolean =>
  sets.filter((set) => set.has(id)).length > 1;

const STAGES = ['first-view', 'api', 'signed-in', 'order-parts', 'list-parts'] as const;
type Stage = (typeof STAGES)[number];

const stagesOf = (root: string, context: Context): ((id: string) => Stage | null) => {
  const at = (paths: readonly string[]) =>
    closureOf(
      context,
      paths.map((path) => join(root, path)),
    );
  const first = at([START]);
  const api = at(API);
  const signedIn = at(SIGNED_IN);
  const orders = ORDER_PAGES.map((page) => at([page]));
  const lists = LIST_PAGES.map((page) => at([page]));
  const alone = [START, ...ORDER_PAGES, ...LIST_PAGES].map((path) => join(root, path));
  return (id) => {
    if (alone.includes(id)) return null;
    if (first.has(id)) return 'first-view';
    if (api.has(id)) return 'api';
    if (signedIn.has(id) || id.startsWith(join(root, ELEMENTS))) return 'signed-in';
    const isOrder = orders.some((page) => page.has(id));
    if (isOrder && lists.some((page) => page.has(id))) return 'signed-in';
    if (sharedBy(orders, id)) return id.startsWith(join(root, COMPONENTS)) ? 'signed-in' : 'order-parts';
    if (sharedBy(lists, id)) return 'list-parts';
    return null;
  };
};

/**
 * Few chunks, each for one stage of a visit: packages, the first view, the API, what every page of a player needs, and the parts that
 * pages share. The import graph decides, so a new file lands in the right chunk. A page is a chunk of its own, and so is the start of the
 * portal: the other pages of a QA build import the first view and must not start it.
 *
 * A module with top-level `await` makes the bundler write a file of its own for each dynamic import of a grouped module.
 */
export const chunkGroups = (root: string): Group[] => {
  let stages: ReturnType<typeof stagesOf> | null = null;
  const group = (stage: Stage, priority: number): Group => ({
    name: (id, context) => {
      stages ??= stagesOf(root, context);
      return stages(id) === stage ? stage : null;
    },
    priority,
    includeDependenciesRecursively: false,
  });
  return [
    { name: 'packages', test: /node_modules/, tags: ['$initial'], priority: STAGES.length + 1 },
    ...STAGES.map((stage, at) => group(stage, STAGES.length - at)),
  ];
};
