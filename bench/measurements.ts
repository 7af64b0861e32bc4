import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser, NO_BROWSER } from '../tests/support/browser/browser.mjs';
import { createPortalProcess } from '../tests/support/runs/portal-process.mjs';
import { logInNewPlayer, median, newPhoneContext, type Visit, visit } from './browser.ts';
import { BUDGETS, ROUTES, TIMING_LIMITS } from './budgets.ts';
import {
  additionalFiles,
  allFiles,
  brotliBytes,
  brotliKb,
  firstVisitFiles,
  localeChunks,
  readManifest,
  signedInFiles,
} from './bundle.ts';
import { type FixtureName, serveFixtures } from './fixtures.ts';
import { createEdge } from './https.ts';
import { type Figure, print } from './report.ts';
import { secondVisitFigures, visitTwice } from './second-visit.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 9);
const characterCards = (page: Page) =>
  page.getByRole('group', { name: 'Character' }).locator('label:not([data-disabled])');

const sizes = (): Figure[] => {
  const manifest = readManifest();
  const { scripts, styles } = firstVisitFiles(manifest);
  const signedIn = signedInFiles(manifest);
  const already = new Set([...scripts, ...signedIn]);
  const locales = [...localeChunks(manifest)].map(([name, file]) => ({
    isWhole: name.endsWith('.all'),
    size: brotliKb([file]),
  }));
  const largest = (isWhole: boolean) =>
    Math.max(...locales.filter((locale) => locale.isWhole === isWhole).map(({ size }) => size));
  const css = allFiles(manifest).filter((file) => file.endsWith('.css'));
  return [
    {
      what: 'scripts until the login can be used',
      measured: brotliBytes(scripts),
      limit: BUDGETS.scriptsUntilUsableBytes,
      unit: 'bytes',
    },
    {
      what: 'scripts that follow',
      measured: brotliKb([...signedIn].filter((file) => !scripts.has(file))),
      limit: BUDGETS.signedInKb,
      unit: 'kB',
    },
    ...Object.entries(ROUTES).map(
      ([name, page]): Figure => ({
        what: `route ${name} adds`,
        measured: brotliKb(additionalFiles(manifest, page, already)),
        limit: BUDGETS.furtherRouteKb,
        unit: 'kB',
      }),
    ),
    { what: 'largest half of a language', measured: largest(false), limit: BUDGETS.localeKb, unit: 'kB' },
    { what: 'largest whole language', measured: largest(true), limit: BUDGETS.languageKb, unit: 'kB' },
    { what: 'style sheets', measured: brotliKb(css), limit: BUDGETS.stylesKb, unit: 'kB' },
    {
      what: 'files until the login can be used',
      measured: 1 + scripts.size + styles.size,
      limit: BUDGETS.requestsUntilUsable,
      unit: '',
    },
  ];
};

const clearCache = async (context: BrowserContext): Promise<void> => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.close();
};

/** A phone whose player has logged in before and has nothing in its cache. */
const signedInPhone = async (browser: Browser, url: string): Promise<BrowserContext> => {
  const context = await newPhoneContext(browser);
  const page = await context.newPage();
  await logInNewPlayer(page, url);
  await characterCards(page).first().waitFor();
  await page.close();
  await clearCache(context);
  return context;
};

/** Selectors of the first data of a page. */
const FIRST_DATA = { home: '[data-game]', topUp: '#main input[name$="-server"]' } as const;

type Urls = { readonly portal: string; readonly fixture: (name: FixtureName) => string };

const PAGES = [
  'empty',
  'text',
  'react',
  'mandated',
  'login',
  'login again',
  'home',
  'home again',
  'topUp',
  'topUp again',
] as const;
type PageName = (typeof PAGES)[number];

/** Visits every page once. Whole rounds are repeated, so that a busy moment affects all pages. */
const round = async (browser: Browser, { portal, fixture }: Urls) => {
  const visits = {} as Record<PageName, Visit>;
  const plain = await newPhoneContext(browser);
  for (const name of ['empty', 'text', 'react', 'mandated'] as const) visits[name] = await visit(plain, fixture(name));
  visits.login = await visit(plain, `${portal}/login`);
  visits['login again'] = await visit(plain, `${portal}/login`);
  await plain.close();
  const phone = await signedInPhone(browser, portal);
  visits.home = await visit(phone, `${portal}/main/home`, FIRST_DATA.home);
  visits['home again'] = await visit(phone, `${portal}/main/home`, FIRST_DATA.home);
  await clearCache(phone);
  visits.topUp = await visit(phone, `${portal}/main/recharge`, FIRST_DATA.topUp);
  visits['topUp again'] = await visit(phone, `${portal}/main/recharge`, FIRST_DATA.topUp);
  await phone.close();
  // The ratio of two visits varies more between rounds than the other ratios.
  const twoVisits = [await visitTwice(browser, portal), await visitTwice(browser, portal)];
  return { visits, twoVisits };
};

type Round = Awaited<ReturnType<typeof round>>;

const figuresOf = (rounds: readonly Round[]): Figure[] => {
  const of = (name: PageName, key: Exclude<keyof Visit, 'lcpElement'>): number =>
    median(rounds.map(({ visits }) => visits[name][key]));
  const ratio = (what: string, mine: number, floor: number, limit: number): Figure => ({
    what,
    measured: mine / Math.max(floor, 1),
    limit,
    unit: '×',
    from: `${mine.toFixed(0)} : ${floor.toFixed(0)} ms`,
  });
  const packages = of('mandated', 'fcp');
  process.stdout.write(
    '\nmedians, ms   FCP   LCP   ready data  TBT   CLS    requests until ready, data; largest element\n',
  );
  for (const name of PAGES) {
    const times = (['fcp', 'lcp', 'ready', 'data', 'tbt'] as const).map((key) => of(name, key).toFixed(0).padEnd(6));
    const shift = of(name, 'cls').toFixed(3).padEnd(7);
    const requests = `${of(name, 'requestsUntilReady')}, ${of(name, 'requestsUntilData')}`.padEnd(9);
    const element = rounds.at(-1)?.visits[name].lcpElement ?? '';
    process.stdout.write(`${name.padEnd(13)} ${times.join('')}${shift}${requests}${element}\n`);
  }
  const { largestPaint, blocking } = TIMING_LIMITS;
  const largest = (name: PageName, limit: number): Figure =>
    ratio(`largest paint of ${name}, against them`, of(name, 'lcp'), packages, limit);
  const blocked = (name: PageName, limit: number): Figure =>
    ratio(`blocked main thread of ${name}, against them`, of(name, 'tbt'), of('mandated', 'tbt'), limit);
  const requests = (name: PageName): Figure => ({
    what: `requests of ${name} before its first data`,
    measured: of(name, 'requestsUntilData'),
    limit: BUDGETS.requestsUntilData,
    unit: '',
  });
  return [
    ratio('shell, against an empty page', of('login', 'fcp'), of('empty', 'fcp'), TIMING_LIMITS.firstPaint),
    ratio('login ready, against the mandated packages', of('login', 'ready'), packages, TIMING_LIMITS.ready),
    ratio('top-up with its servers, against them', of('topUp', 'data'), packages, TIMING_LIMITS.firstData),
    largest('login', largestPaint.login),
    largest('login again', largestPaint.login),
    largest('home', largestPaint.signedIn),
    largest('home again', largestPaint.signedIn),
    largest('topUp', largestPaint.signedIn),
    largest('topUp again', largestPaint.signedIn),
    requests('home'),
    requests('topUp'),
    blocked('login', blocking.login),
    blocked('home', blocking.signedIn),
    blocked('topUp', blocking.signedIn),
    { what: 'layout shift of the login', measured: of('login', 'cls'), limit: TIMING_LIMITS.layoutShift, unit: '' },
    { what: 'layout shift of the home page', measured: of('home', 'cls'), limit: TIMING_LIMITS.layoutShift, unit: '' },
    {
      what: 'layout shift of the top-up page',
      measured: of('topUp', 'cls'),
      limit: TIMING_LIMITS.layoutShift,
      unit: '',
    },
    {
      what: 'code a second visit downloads again',
      measured: of('topUp again', 'codeBytes'),
      limit: TIMING_LIMITS.again,
      unit: 'bytes',
    },
    ...secondVisitFigures(rounds.flatMap(({ twoVisits }) => twoVisits)),
  ];
};

const measure = async (browser: Browser, urls: Urls): Promise<Figure[]> => {
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) rounds.push(await round(browser, urls));
  return figuresOf(rounds);
};

/** Sizes of the last build, then repeated, interleaved visits in a slowed-down Chromium. Resolves with the exit code. */
export const run = async (): Promise<number> => {
  const small = print('What is downloaded (Brotli)', sizes());
  const executablePath = findBrowser();
  if (!executablePath) {
    process.stdout.write(`${NO_BROWSER} Only the downloads are measured.\n`);
    return 1;
  }
  const fixtures = await serveFixtures();
  const portal = await createPortalProcess();
  const edge = createEdge();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', edge.trust] });
  try {
    const pages = await edge.open(fixtures.origin);
    const urls: Urls = {
      portal: await edge.open(await portal.start()),
      fixture: (name) => `${pages}/${name}/`,
    };
    const quick = print('How fast it is (ratios of one run)', await measure(browser, urls));
    return small && quick ? 0 : 1;
  } finally {
    await browser.close();
    edge.close();
    await portal.remove();
    fixtures.close();
  }
};
