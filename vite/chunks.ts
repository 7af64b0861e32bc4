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
const FIRST_VISIT = ['src/main.tsx'];
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
];

/** Everything that the roots import statically, without the roots: those stay chunks of their own. */
const closureOf = (context: Context, roots: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      visit(next);
    }
  };
  for (const root of roots) visit(root);
  for (const root of roots) seen.delete(root);
  return seen;
};

/** In two or more of the sets. */
const sharedBy = (sets: readonly ReadonlySet<string>[], id: string): boolean =>
  sets.filter((set) => set.has(id)).length > 1;

const STAGES = ['first-view', 'api', 'signed-in', 'page-parts', 'order-parts', 'list-parts'] as const;
type Stage = (typeof STAGES)[number];

const stagesOf = (root: string, context: Context): ((id: string) => Stage | null) => {
  const at = (paths: readonly string[]) =>
    closureOf(
      context,
      paths.map((path) => join(root, path)),
    );
  const first = at(FIRST_VISIT);
  const api = at(API);
  const signedIn = at(SIGNED_IN);
  const orders = ORDER_PAGES.map((page) => at([page]));
  const lists = LIST_PAGES.map((page) => at([page]));
  return (id) => {
    if (first.has(id)) return 'first-view';
    if (api.has(id)) return 'api';
    if (signedIn.has(id) || id.startsWith(join(root, ELEMENTS))) return 'signed-in';
    const isOrder = orders.some((page) => page.has(id));
    if (isOrder && lists.some((page) => page.has(id))) return 'page-parts';
    if (sharedBy(orders, id)) return id.startsWith(join(root, COMPONENTS)) ? 'signed-in' : 'order-parts';
    if (sharedBy(lists, id)) return 'list-parts';
    return null;
  };
};

/**
 * Few chunks, each for one stage of a visit: packages, the first view, the API, and the parts that pages share. The import
 * graph decides, so a new file lands in the right chunk by itself.
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
