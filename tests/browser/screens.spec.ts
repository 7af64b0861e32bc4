import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { runnerImport } from 'vite';
import type { FlowRun } from '../../src/qa/core/record/flow.file.ts';
import { MASKED_HOST } from '../../src/qa/core/redact/redactor.ts';
import type { FoundScene } from '../../src/qa/portal/screens/find-scenes.ts';
import type { RecordedScreens } from '../support/qa/kept-flows.ts';
import { AccountModel } from './models/account.model.ts';
import { AxeModel } from './models/axe.model.ts';
import { hardCodedTexts, showPseudoTexts, TAG } from './models/localized-reader.model.ts';
import { TranslationModel } from './models/translation.model.ts';
import { test } from './qa.fixture.ts';

type Walk = {
  readonly width: number;
  readonly height?: number;
  readonly theme: 'dark' | 'light';
  readonly lang: string;
  /** Leaves other screens out. */
  readonly only?: (scene: FoundScene) => boolean;
};

/** Finds flaws in the screens that are visible together. `data`: what the server has sent, and the player has typed. */
type Look = (here: readonly FoundScene[], data: readonly unknown[]) => Promise<readonly string[]>;

const SCREENS = fileURLToPath(new URL('../support/qa/kept-flows.ts', import.meta.url));

/** A worker replays the recordings once. */
let screens: readonly RecordedScreens[] | undefined;

/** The gallery finds files by glob, which only Vite resolves. */
const replayRecordings = async (): Promise<readonly RecordedScreens[]> => {
  const { module } = await runnerImport<typeof import('../support/qa/kept-flows.ts')>(SCREENS, {
    configFile: false,
    logLevel: 'error',
  });
  return module.recordedScreens();
};

/** Above this width, px, the portal has the layout of a desktop. */
const WIDEST_PHONE = 750;

/** Resolves when all code and pictures are loaded and two frames in a row look the same. */
const createRest = (page: Page): (() => Promise<void>) => {
  let loading = 0;
  page.on('request', () => {
    loading += 1;
  });
  const end = (): void => {
    loading -= 1;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    // The page compares its HTML itself: Playwright would copy it for each look.
    const isAtRest = async (): Promise<boolean> => {
      // Code that arrives during the looks is drawn after them.
      if (loading > 0) return false;
      const isStill = await page.evaluate(async () => {
        const look = async (): Promise<string> => {
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          return document.body.innerHTML;
        };
        const before = await look();
        return (await look()) === before;
      });
      return isStill && loading === 0;
    };
    await expect.poll(isAtRest, { intervals: [1] }).toBe(true);
  };
};

/** The wizard draws the state of its machine. */
const expectStep = async (page: Page, { machine, name }: FoundScene): Promise<void> => {
  if (machine !== 'recharge' || name.startsWith('notice')) return;
  const [state = ''] = name.split(' ');
  await expect(page.locator('[data-target="game"] > [data-state]').first()).toHaveAttribute('data-state', state);
};

/** Opens a recording in the layout that fits the window, whatever the layout of the recorded window was. */
const openIn = (page: Page, run: FlowRun, isMobile: boolean): Promise<void> =>
  page.evaluate(
    ([recorded, layout]) => {
      window.portalPreview?.open(JSON.parse(recorded));
      const root = window.portalPreview?.now()?.replay.root;
      if (!root) throw new Error('this is not the preview page');
      const read = root.getSnapshot.bind(root);
      const variants = new WeakMap<object, ReturnType<typeof read>>();
      root.getSnapshot = () => {
        const snapshot = read();
        const context = { value: { ...snapshot.context, isMobile: layout } };
        const variant = variants.get(snapshot) ?? Object.create(snapshot, { context });
        variants.set(snapshot, variant);
        return variant;
      };
    },
    // As text: Playwright would copy the rows field by field.
    [JSON.stringify(run), isMobile] as const,
  );

/** Names of events and states are no texts. */
const dataOf = ({ rows }: FlowRun): readonly unknown[] =>
  rows.map((row) => (row.kind === 'event' ? { ...row.event, type: null } : row.kind === 'state' ? row.context : null));

/** Whether a page of the portal is among these screens. The shell before its start has neither a heading nor a main part. */
const isPage = (here: readonly FoundScene[]): boolean =>
  here.some(({ machine, name }) => machine === 'portal' && name !== 'starting');

/** Draws every screen of the gallery once, on one page, with the portal's own views; returns what `look` finds. */
const walkScreens = async (
  page: Page,
  url: string,
  { width, height = 900, theme, lang, only = () => true }: Walk,
  look: Look,
): Promise<readonly string[]> => {
  const flaws: string[] = [];
  const rest = createRest(page);
  await page.setViewportSize({ width, height });
  await page.goto(`${url}/qa?preview&${new URLSearchParams({ theme, lang })}`);
  await page.waitForFunction(() => window.portalPreview !== undefined);
  screens ??= await replayRecordings();
  for (const { run, scenes: all } of screens) {
    const scenes = all.filter(only);
    if (!scenes.length) continue;
    await openIn(page, run, width <= WIDEST_PHONE);
    const data = dataOf(run);
    for (const step of new Set(scenes.map((scene) => scene.step))) {
      await page.evaluate((at) => {
        window.portalPreview?.go(at);
        // The preview ignores the player. Here it is a page like any other.
        for (const preview of document.querySelectorAll<HTMLElement>('[data-preview]')) preview.inert = false;
      }, step);
      const here = scenes.filter((scene) => scene.step === step);
      // The code of a page draws its heading once it is loaded.
      if (isPage(here)) await expect(page.locator('h1').first()).toBeAttached();
      for (const scene of here) await expectStep(page, scene);
      await rest();
      const name = here.map((scene) => `${scene.machine} ${scene.name}`).join(', ');
      for (const flaw of await look(here, data)) flaws.push(`${name} (${here[0]?.flow}, step ${step}): ${flaw}`);
    }
  }
  return flaws;
};

const overflowIn = async (page: Page): Promise<readonly string[]> => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return over > 0 ? [`${over} px too wide`] : [];
};

/** Options of a choice without a word or a picture to see. */
const emptyOptionsIn = (page: Page): Promise<readonly string[]> =>
  page.locator('label:has([type="radio"])').evaluateAll((labels) => {
    const isDrawn = (part: Element) => !part.matches('.visually-hidden') && part.getBoundingClientRect().width > 1;
    return labels
      .filter((label) => label.getBoundingClientRect().width > 0)
      .filter((label) => ![...label.querySelectorAll('svg, img, span')].some(isDrawn))
      .map((label) => `nothing to see in the option "${label.textContent}"`);
  });

/** The parts whose center is outside the window, or is covered. Fails if a part does not exist. */
const unseenIn = async (parts: readonly Locator[]): Promise<readonly string[]> => {
  const hidden = parts.map((part) =>
    part.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const drawn = document.elementFromPoint(left + width / 2, top + height / 2);
      return element.contains(drawn) ? [] : [`"${element.textContent}" is not in view`];
    }),
  );
  return (await Promise.all(hidden)).flat();
};

test.describe('every screen', () => {
  test.describe.configure({ mode: 'default', timeout: 1_200_000 });

  test('draws its state, fits a phone, breaks no word, leaves no option empty, and passes axe in the language with the longest words (RCHG-17, ROUTE-14, ROUTE-09, ORDR-06, EPNT-02, EPNT-04, EPNT-07, I18N-03, C42)', async ({
    page,
    qaUrl,
  }) => {
    const account = new AccountModel(page);
    const axe = new AxeModel(page);
    const walk = { width: 320, theme: 'light', lang: 'de-DE' } as const;
    const flaws = await walkScreens(page, qaUrl, walk, async (here) => [
      ...(await overflowIn(page)),
      ...(await emptyOptionsIn(page)),
      ...(await account.brokenWords(page.locator('body'))),
      // The frame of the page is the same on each screen of a page.
      ...(await axe.violations(isPage(here) ? 'page' : 'content')),
    ]);
    expect(flaws).toEqual([]);
  });

  test('fits a desktop, where the browser can translate it, and pages and lists pass axe in the dark theme (ROUTE-09, ORDR-06, EPNT-07, BRWS-03)', async ({
    page,
    qaUrl,
  }) => {
    const axe = new AxeModel(page);
    const translation = new TranslationModel(page);
    await translation.start();
    const walk = { width: 1280, theme: 'dark', lang: 'en-US' } as const;
    const flaws = await walkScreens(page, qaUrl, walk, async (here) => [
      ...(await overflowIn(page)),
      ...(await translation.damage()),
      ...(isPage(here) ? await axe.violations('page') : []),
      ...(here.some(({ machine }) => machine === 'list') ? await axe.violations('content') : []),
    ]);
    expect(flaws).toEqual([]);
  });

  test('has no hard-coded text, room for texts a third longer, and can be translated by the browser of a phone (I18N-03, BRWS-03)', async ({
    page,
    qaUrl,
  }) => {
    const translation = new TranslationModel(page);
    await translation.start();
    await showPseudoTexts(page);
    const walk = { width: 390, theme: 'dark', lang: TAG } as const;
    const flaws = await walkScreens(page, qaUrl, walk, async (_here, data) => [
      ...(await overflowIn(page)),
      ...(await translation.damage()),
      ...(await hardCodedTexts(page, [data, MASKED_HOST])),
    ]);
    expect(flaws).toEqual([]);
  });

  test('shows what changed beside Pay, and on a short phone also who gets what, without scrolling (RCHG-19, RCHG-21)', async ({
    page,
    qaUrl,
  }) => {
    const chosen = page.locator('[data-state=confirm] ol > li:first-child div').first();
    const change = page.locator('#step-notice strong');
    const pay = page.getByRole('button', { name: /^Pay / });
    const only = ({ machine, name }: FoundScene): boolean =>
      /^(?:recharge|epointRecharge)$/.test(machine) &&
      /^(?:confirm|notice (?:not-created|price-changed|credit-changed))/.test(name);
    const seen: string[] = [];
    const flaws: string[] = [];
    for (const [width, height, always] of [
      [390, 664, [chosen, pay]],
      [320, 640, [chosen, pay]],
      [844, 390, []],
      [640, 400, []],
      // A phone with large text: the notices scroll, and Pay does not.
      [200, 490, [pay]],
    ] as const) {
      const walk = { width, height, theme: 'light', lang: 'en-US', only } as const;
      const found = await walkScreens(page, qaUrl, walk, (here) => {
        const names = here.map(({ name }) => name);
        seen.push(...names);
        return unseenIn([...always, ...(names.some((name) => name.startsWith('notice')) ? [change] : [])]);
      });
      flaws.push(...found.map((flaw) => `${width} × ${height}: ${flaw}`));
    }
    expect(flaws).toEqual([]);
    expect(seen.length).toBeGreaterThan(20);
  });
});
