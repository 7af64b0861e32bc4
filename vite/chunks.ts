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

/** The modules behind a dynamic import that decide what a chunk contains. Paths are relative to the project. */
const START = 'src/main.tsx';
/** React DOM, the router and the frame of every page. The portal starts before they have arrived. */
const RENDERER = ['src/app/render-portal.tsx'];
/** The API and the machines of a player, without React. */
const SIGNED_IN = ['src/app/api-adapters.ts', 'src/app/signed-in.ts'];
/** What every page of a player shows. */
const FRAME = ['src/views/shell/signed-in.view.tsx', 'src/views/app/crash-details.view.tsx'];
const TOP_UP_PAGE = ['src/views/recharge/recharge.view.tsx'];
const OTHER_ORDER_PAGES = [
  'src/views/epoint-recharge/epoint-recharge.view.tsx',
  'src/views/order-detail/order-detail.view.tsx',
];
/** Machines of single elements, which nearly every page shares. */
const ELEMENTS = 'machines/elements/';
/** Parts of an order that order pages show. In the chunk of the top-up page, they would push the E Points page over its limit. */
const PARTS_OF_AN_ORDER = ['src/views/order/order-timeline.view.tsx', 'src/views/order/support-button.view.tsx'];
/** In one chunk: both show the newest articles, and each is small. */
const HOME_AND_NEWS = [
  'src/views/home/home.view.tsx',
  'src/views/home/home-sections.view.tsx',
  'src/views/news/news.view.tsx',
];
const ACCOUNT_PAGE = ['src/views/account/account.view.tsx'];
/** Loaded with the first date on a page. */
const DATES = ['src/views/app/date-text.view.tsx'];
const ARTICLE_PAGE = ['src/views/article/article.view.tsx'];

/** The part of a QA build that starts with the portal. */
const QA_START = ['src/qa/apps/instrumentation.ts'];
/** The tabs of the page that only a QA build has, and its frames, which draw the portal's views. */
const QA_PAGES = [
  'src/qa/apps/viewer/viewer.view.tsx',
  'src/qa/apps/preview/preview.main.tsx',
  'src/qa/apps/lab/lab.view.tsx',
  'src/qa/apps/gallery/gallery.view.tsx',
];

/** The roots and everything that they import statically. */
const closureOf = (context: Context, roots: readonly string[]): ReadonlySet<string> => {
  const seen = new Set(roots);
  for (const id of seen) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) seen.add(next);
  }
  return seen;
};

/** Whether a module is in two or more of the sets. */
const sharedBy = (sets: readonly ReadonlySet<string>[], id: string): boolean =>
  sets.filter((set) => set.has(id)).length > 1;

const STAGES = [
  'start',
  'renderer',
  'signed-in',
  'frame',
  'home-and-news',
  'top-up',
  'dates',
  'qa-start',
  'qa-pages',
] as const;
type Stage = (typeof STAGES)[number];

const stagesOf = (root: string, isQa: boolean, context: Context): ((id: string) => Stage | null) => {
  const at = (paths: readonly string[]) =>
    closureOf(
      context,
      paths.map((path) => join(root, path)),
    );
  const first = at([START]);
  const renderer = at(RENDERER);
  const signedIn = at(SIGNED_IN);
  const frame = at([...FRAME, ...PARTS_OF_AN_ORDER]);
  const homeAndNews = at(HOME_AND_NEWS);
  const lists = [homeAndNews, at(ACCOUNT_PAGE)];
  const article = [at(ARTICLE_PAGE)];
  const dates = at(DATES);
  const qaStart = isQa ? at(QA_START) : new Set<string>();
  const qaPages = isQa ? QA_PAGES.map((page) => at([page])) : [];
  const topUp = at(TOP_UP_PAGE);
  const orders = [topUp, ...OTHER_ORDER_PAGES.map((page) => at([page]))];
  return (id) => {
    if (isQa && id === join(root, START)) return null;
    if (first.has(id)) return 'start';
    if (renderer.has(id)) return signedIn.has(id) ? 'start' : 'renderer';
    if (signedIn.has(id)) return qaStart.has(id) ? 'start' : 'signed-in';
    if (frame.has(id) || id.startsWith(join(root, ELEMENTS))) return 'frame';
    const kinds = [orders, lists, article, [dates]].filter((pages) => pages.some((page) => page.has(id)));
    if (kinds.length > 1) return 'frame';
    if (homeAndNews.has(id) || sharedBy(lists, id)) return 'home-and-news';
    if (topUp.has(id) || sharedBy(orders, id)) return 'top-up';
    if (dates.has(id)) return 'dates';
    if (sharedBy([qaStart, ...qaPages], id)) return qaStart.has(id) ? 'qa-start' : 'qa-pages';
    return null;
  };
};

/**
 * Few chunks, each for one stage of a visit: the start, its renderer, the code of a player, the views of every page of a player, the home page
 * with the news, and the top-up page with what the pages of an order share. The import graph decides, so a new file lands in the right chunk.
 * In a QA build the start of the portal is a chunk of its own: other pages of that build import the first view and must not start it.
 *
 * A module with top-level `await` makes the bundler write a file of its own for each dynamic import of a grouped module.
 */
export const chunkGroups = (root: string, isQa: boolean): Group[] => {
  let stages: ReturnType<typeof stagesOf> | null = null;
  const group = (stage: Stage, priority: number): Group => ({
    name: (id, context) => {
      stages ??= stagesOf(root, isQa, context);
      return stages(id) === stage ? stage : null;
    },
    priority,
    includeDependenciesRecursively: false,
  });
  return STAGES.map((stage, at) => group(stage, STAGES.length - at));
};
