import type { Browser, Locator, Page } from '@playwright/test';
import { COUNTS, type Count, type Curve, curveOf, FLAT, LINEAR, type Round } from './growth-curve.ts';
import type { GrowthPlayer } from './growth-players.ts';
import { aimAt, mainThreadMs, newPhone, type Phone, paintMs, pressMouse, watchInteractions } from './press.ts';

type Step = {
  readonly name: string;
  readonly path: (count: Count) => string;
  /** The shortest list that has this step. */
  readonly least: Count;
  /** Opens what the step needs, on a page that has just loaded. Resolves with the element to press, or null to type a letter. */
  readonly aim: (page: Page) => Promise<Locator | null>;
  /** Visible after the step. */
  readonly outcome: (page: Page, count: Count) => Locator;
};

const cardsOf = (page: Page, legend: string): Locator =>
  page.getByRole('group', { name: legend, exact: true }).locator('label:not([data-disabled])');
const firstCard = async (page: Page, legend: string): Promise<Locator> => {
  const card = cardsOf(page, legend).first();
  await card.waitFor();
  return card;
};
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** The first card of the second part of a long list. */
const cardOfMore = (page: Page): Locator => cardsOf(page, 'Server').nth(60);

/** A step from the middle page of a list to the page after it. */
const nextPage = (name: string, path: string, size: number): Step => {
  const middleOf = (count: Count): number => Math.floor(count / size / 2);
  return {
    name,
    path: (count) => `${path}?page=${middleOf(count)}`,
    least: 100,
    aim: async (page) => {
      const next = button(page, 'Next').and(page.locator(':enabled'));
      await next.waitFor();
      return next;
    },
    outcome: (page, count) => page.getByText(new RegExp(`^Page ${middleOf(count) + 1}\\b`)),
  };
};

const recharge = (): string => '/main/recharge';

const STEPS: readonly Step[] = [
  {
    name: 'servers: a letter in the search',
    path: recharge,
    least: 100,
    aim: async (page) => {
      await firstCard(page, 'Server');
      await page.getByRole('searchbox').focus();
      return null;
    },
    outcome: (page) => page.locator('input[type=search][value=r]'),
  },
  {
    name: 'servers: show all',
    path: recharge,
    least: 100,
    aim: async (page) => {
      await firstCard(page, 'Server');
      return button(page, /^Show all/);
    },
    outcome: (page) => button(page, 'Show more'),
  },
  {
    name: 'servers: show more',
    path: recharge,
    least: 100,
    aim: async (page) => {
      await firstCard(page, 'Server');
      await button(page, /^Show all/).click();
      return button(page, 'Show more');
    },
    outcome: cardOfMore,
  },
  {
    name: 'servers: choose',
    path: recharge,
    least: 10,
    aim: (page) => firstCard(page, 'Server'),
    outcome: (page) => cardsOf(page, 'Character').first(),
  },
  {
    name: 'items: load',
    path: recharge,
    least: 10,
    aim: async (page) => {
      await (await firstCard(page, 'Server')).click();
      return firstCard(page, 'Character');
    },
    outcome: (page) => cardsOf(page, 'Item').first(),
  },
  {
    name: 'items: choose',
    path: recharge,
    least: 10,
    aim: async (page) => {
      await (await firstCard(page, 'Server')).click();
      await (await firstCard(page, 'Character')).click();
      return firstCard(page, 'Item');
    },
    outcome: (page) => cardsOf(page, 'Payment method').first(),
  },
  nextPage('orders: next page', '/main/account/recharge', 10),
  nextPage('E Points: next page', '/main/account/epoint', 20),
];

/** Runs in each new document. */
const storeSession = ({ token, clientId }: Pick<GrowthPlayer, 'token' | 'clientId'>): void => {
  localStorage.setItem('client-id', clientId);
  localStorage.setItem('token', token);
};

/** Loads a page on a phone without a cache. */
const open = async (browser: Browser, player: GrowthPlayer, address: string): Promise<Phone> => {
  const phone = await newPhone(browser, { serviceWorkers: 'block' });
  const { token, clientId } = player;
  await phone.page.addInitScript(storeSession, { token, clientId });
  await phone.page.addInitScript(watchInteractions);
  await phone.page.goto(address);
  return phone;
};

/** Delays responses as the network of a phone does, so that a list arrives after the paint that the press itself causes. */
const delay = async ({ session }: Phone): Promise<void> => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
};

const typeLetter = ({ page }: Phone) => page.keyboard.press('r');

const measure = async (
  browser: Browser,
  url: string,
  { path, aim, outcome }: Step,
  player: GrowthPlayer,
  costOf: (phone: Phone, interact: () => Promise<void>) => Promise<number>,
): Promise<number> => {
  const phone = await open(browser, player, `${url}${path(player.count)}`);
  const target = await aim(phone.page);
  await phone.page.waitForLoadState('networkidle');
  if (target) await aimAt(phone, target);
  await delay(phone);
  const cost = await costOf(phone, () => (target ? pressMouse(phone) : typeLetter(phone)));
  await outcome(phone.page, player.count).waitFor();
  await phone.page.context().close();
  return cost;
};

/** Measures a reload of the first step: the servers are loaded from the cache and from the API server. */
const measureReload = async (browser: Browser, url: string, player: GrowthPlayer): Promise<number> => {
  const phone = await open(browser, player, `${url}${recharge()}`);
  await firstCard(phone.page, 'Server');
  await phone.page.waitForLoadState('networkidle');
  const cost = await mainThreadMs(phone, async () => {
    await phone.page.reload();
    await firstCard(phone.page, 'Server');
  });
  await phone.page.context().close();
  return cost;
};

/** `cpu`: CPU of the main thread in ms. `paint`: ms from the interaction to the next paint on a slow phone, with 100 and with 10,000 rows. */
export type BrowserCurves = { readonly cpu: readonly Curve[]; readonly paint: readonly Curve[] };

type Measurement = {
  readonly name: string;
  readonly limit: number;
  readonly counts: readonly Count[];
  readonly of: (player: GrowthPlayer) => Promise<number>;
};

/** Each round runs every step for every player, in a new browser context. */
export const measureBrowser = async (
  browser: Browser,
  url: string,
  players: readonly GrowthPlayer[],
  rounds: number,
): Promise<BrowserCurves> => {
  const cpu: readonly Measurement[] = [
    {
      name: 'servers: load the page',
      limit: LINEAR,
      counts: COUNTS,
      of: (player) => measureReload(browser, url, player),
    },
    ...STEPS.map((step) => ({
      name: step.name,
      limit: step.name === 'items: load' ? LINEAR : FLAT,
      counts: COUNTS.filter((count) => count >= step.least),
      of: (player: GrowthPlayer) => measure(browser, url, step, player, mainThreadMs),
    })),
  ];
  const paint: readonly Measurement[] = STEPS.map((step) => ({
    name: step.name,
    limit: FLAT,
    counts: [100, 10_000],
    of: (player) => measure(browser, url, step, player, paintMs),
  }));
  const measured = new Map<Measurement, Round[]>([...cpu, ...paint].map((measurement) => [measurement, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [{ counts, of }, seen] of measured) {
      const values = new Map<Count, number>();
      for (const player of players) if (counts.includes(player.count)) values.set(player.count, await of(player));
      seen.push(values);
    }
  const curves = (of: readonly Measurement[]): Curve[] =>
    of.map((measurement) => curveOf(measurement.name, measurement.limit, measured.get(measurement) ?? []));
  return { cpu: curves(cpu), paint: curves(paint) };
};
