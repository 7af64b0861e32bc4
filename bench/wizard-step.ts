import { type Browser, chromium, type Locator } from '@playwright/test';
import { findBrowser, NO_BROWSER } from '../tests/support/browser/browser.mjs';
import { createPortalProcess } from '../tests/support/runs/portal-process.mjs';
import { logInNewPlayer, median } from './browser.ts';
import { TIMING_LIMITS } from './budgets.ts';
import { aimAt, newPhone, type Phone, paintMs, pressMouse, watchInteractions } from './press.ts';
import { type Figure, print } from './report.ts';

/** The browser rounds an interaction to 8 ms, half of a bare click, so a median of few rounds is too coarse. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 9);
const THEMES = ['dark', 'light'] as const;
const STEPS = ['role', 'item', 'channel'] as const;
const GROUPS = { role: 'Character', item: 'Item', channel: 'Payment method' } as const;

type Theme = (typeof THEMES)[number];
type Step = (typeof STEPS)[number];

/** A button that changes one word, without a framework or a style sheet. */
const BARE = `<!doctype html><meta name="viewport" content="width=device-width"><button>hello</button>
  <script>document.querySelector('button').onclick = ({ target }) => { target.textContent = 'clicked ' + performance.now(); }</script>`;

/** Presses `target` with the mouse. Resolves with the time from the press to the next paint in ms. */
const press = async (phone: Phone, target: Locator): Promise<number> => {
  await aimAt(phone, target);
  return paintMs(phone, () => pressMouse(phone));
};

const pressBare = async (phone: Phone): Promise<number> => {
  await phone.page.setContent(BARE);
  await phone.page.evaluate(watchInteractions);
  return press(phone, phone.page.locator('button'));
};

const cardOf = (page: Phone['page'], step: Step): Locator =>
  page.getByRole('group', { name: GROUPS[step], exact: true }).locator('label:not([data-disabled])').first();

const openTopUp = async ({ page }: Phone, url: string): Promise<void> => {
  await page.addInitScript(watchInteractions);
  await logInNewPlayer(page, url);
};

type Round = { readonly bare: number } & Readonly<Record<Step, number>>;

/** A bare click and the three steps of a new player, one after the other. */
const round = async (browser: Browser, url: string, theme: Theme): Promise<Round> => {
  const phone = await newPhone(browser, { colorScheme: theme });
  const times = { bare: await pressBare(phone), role: 0, item: 0, channel: 0 };
  await openTopUp(phone, url);
  for (const step of STEPS) {
    const card = cardOf(phone.page, step);
    await card.waitFor();
    await phone.page.waitForLoadState('networkidle');
    times[step] = await press(phone, card);
  }
  await phone.page.context().close();
  return times;
};

const figuresOf = (theme: Theme, rounds: readonly Round[]): Figure[] => {
  const of = (name: keyof Round): number => median(rounds.map((times) => times[name]));
  return STEPS.map((step) => ({
    what: `step ${step}, ${theme}, against a bare click`,
    measured: of(step) / of('bare'),
    limit: TIMING_LIMITS.step,
    unit: '×',
    from: `${of(step)} : ${of('bare')} ms`,
  }));
};

/** Clicks on each step of the wizard in both themes, on a processor slowed down four times. Resolves with the exit code. */
export const run = async (): Promise<number> => {
  const executablePath = findBrowser();
  if (!executablePath) {
    process.stdout.write(`${NO_BROWSER} The steps are not measured.\n`);
    return 1;
  }
  const portal = await createPortalProcess();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const url = await portal.start();
    const rounds: Readonly<Record<Theme, Round[]>> = { dark: [], light: [] };
    for (let at = 0; at < ROUNDS; at += 1)
      for (const theme of THEMES) rounds[theme].push(await round(browser, url, theme));
    const figures = THEMES.flatMap((theme) => figuresOf(theme, rounds[theme]));
    return print('Steps of the wizard, press to next paint (ratios of one run)', figures) ? 0 : 1;
  } finally {
    await browser.close();
    await portal.remove();
  }
};
