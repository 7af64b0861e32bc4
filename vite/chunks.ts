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
/** In one chunk: both show the newest articles, and each is small. */
const HOME_AND_NEWS = [
  'src/views/home/home.view.tsx',
  'src/views/home/home-sections.view.tsx',
  'src/views/news/news.view.tsx',
];
const ACCOUNT_PAGE = ['src/views/account/account.view.tsx'];
const TOP_UP_PAGE = ['src/views/recharge/recharge.view.tsx'];
const OTHER_ORDER_PAGES = [
  'src/views/epoint-recharge/epoint-recharge.view.tsx',
  'src/views/order-detail/order-detail.view.tsx',
];
const ARTICLE_PAGE = ['src/views/article/article.view.tsx'];
/** Machines of single elements, which nearly every page shares. */
const ELEMENTS = 'machines/elements/';
/** Components, texts and views without a page of their own. */
const SHARED = ['src/ui/', 'src/views/order/'];

/** The roots and everything that they import statically. */
const closureOf = (context: Context, roots: readonly string[]): ReadonlySet<string> => {
  const seen = new Set(roots);
  for (const id of seen) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) seen.add(next);
  }
  return seen;
};

const countOf = (sets: readonly ReadonlySet<string>[], id: string): number => sets.filter((set) => set.has(id)).length;

const STAGES = ['first-view', 'api', 'signed-in', 'lists', 'orders'] as const;
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
  const homeAndNews = at(HOME_AND_NEWS);
  const lists = [homeAndNews, at(ACCOUNT_PAGE)];
  const topUp = at(TOP_UP_PAGE);
  const orders = [topUp, ...OTHER_ORDER_PAGES.map((page) => at([page]))];
  const article = [at(ARTICLE_PAGE)];
  return (id) => {
    if (first.has(id)) return 'first-view';
    if (api.has(id)) return 'api';
    if (signedIn.has(id) || id.startsWith(join(root, ELEMENTS))) return 'signed-in';
    if ([orders, lists, article].filter((pages) => countOf(pages, id) > 0).length > 1) return 'signed-in';
    if (homeAndNews.has(id)) return 'lists';
    if (countOf(orders, id) > 1 && SHARED.some((folder) => id.startsWith(join(root, folder)))) return 'signed-in';
    return topUp.has(id) || countOf(orders, id) > 1 ? 'orders' : null;
  };
};

/**
 * Few chunks, each for one stage of a visit: packages, the first view, the API, what every page of a player needs, the home page with
 * the news, and the top-up page with what the pages of an order share. The import graph decides, so a new file lands in the right
 * chunk by itself.
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
