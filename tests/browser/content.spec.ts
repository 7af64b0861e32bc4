import { expect, type Page } from '@playwright/test';
import fc from 'fast-check';
import { settingWebArticleDetail } from '../../src/contract/content.contract.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { XSS_CORPUS, XSS_PIECES } from '../support/browser/xss-corpus.ts';
import { test } from './portal.fixture.ts';

const article = (page: Page, state: string) => page.locator(`[data-screen="event-detail"] [data-state="${state}"]`);
const news = (page: Page, state: string) => page.locator(`[data-screen="events"] [data-state="${state}"]`);

test.describe('home', () => {
  test('downloads, top-up, hot news, games, codes, features, more, and a footer with working links (ROUTE-06, CONT-04)', async ({
    checkout,
    request,
    portalUrl,
  }) => {
    const { page } = checkout;
    await checkout.enterAsNew('/main/home');
    const main = page.locator('main');
    await expect(main.getByRole('link', { name: 'Top up now' })).toHaveAttribute('href', '/main/recharge');
    for (const name of ['How it works', 'Redeem a code', 'Games', 'Latest news', 'Why top up here?'])
      await expect(main.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await expect(main.getByRole('heading', { level: 4, name: 'Download', exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: /^Up to 50% bonus/ })).toHaveAttribute(
      'href',
      '/main/recharge?target=epoint',
    );
    await expect(main.getByRole('textbox', { name: 'Code', exact: true })).toBeEditable();
    await expect(main.locator('#news li h3')).toHaveCount(3);
    await expect(main.getByRole('link', { name: 'View more' })).toHaveAttribute('href', '/main/event');

    await expect(main.getByRole('link', { name: 'Top up: Lantern Isles' })).toHaveAttribute('href', '/main/recharge');
    await expect(main.getByRole('link', { name: /^App Store: Lantern Isles/ })).toBeVisible();
    await expect(main.getByText('Not available on iOS')).toHaveCount(0);
    await checkout.pick('Choose a game', /Iron Comet/);
    await expect(main.locator('[data-game="iron-comet"]')).toContainText("You can't top up Iron Comet here");
    await expect(main.locator('[data-game]').getByRole('link', { name: /^Top up/ })).toHaveCount(0);
    await expect(main.getByText('App Store: Not available on iOS')).toBeVisible();

    const links = await page
      .locator('footer a, [data-game] a[target=_blank]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(links.length).toBeGreaterThan(6);
    for (const link of links) {
      expect(link.startsWith(portalUrl)).toBe(true);
      expect([link, (await request.get(link)).status()]).toEqual([link, 200]);
    }
    await expect(page.locator('footer').getByRole('link')).toHaveText([
      /About us/,
      /Contact us/,
      /Privacy policy/,
      /User agreement/,
    ]);
  });

  test('with text of twice the size the header and the tab bar lose nothing, and a phone has the name of the open tab on one line in every language (I18N-03)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await checkout.enterAsNew('/main/home');
    await expect(page.locator('[popovertarget="account-menu"]').first()).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', width > 750 ? 'desktop' : 'mobile');
      for (const part of await page.locator('header :is(a, button, select), nav :is(a, button)').all()) {
        if (!(await part.isVisible())) continue;
        const seen = await part.evaluate((one) => {
          const { left, right } = one.getBoundingClientRect();
          const labels = [...one.querySelectorAll('span')];
          const isIcon = labels.some((label) => getComputedStyle(label).position === 'absolute');
          return {
            name: one.textContent,
            in: left >= 0 && right <= innerWidth,
            cut: !isIcon && one.scrollWidth > one.clientWidth + 1,
          };
        });
        expect([width, seen]).toEqual([width, { name: seen.name, in: true, cut: false }]);
      }
    }

    await page.setViewportSize({ width: 320, height: 844 });
    const bar = page.locator('nav:has([popovertarget="account-menu"])');
    await expect(bar.getByRole('link')).toHaveCount(3);
    const language = page.locator('select:has(option[value="en-US"])').locator('visible=true').first();
    for (const tag of LOCALE_TAGS) {
      await language.selectOption(tag);
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      const named = bar.locator('> [aria-current]');
      await expect(named).toHaveCount(1);
      expect(await named.evaluate((tab) => Number.parseFloat(getComputedStyle(tab).fontSize))).toBe(24);
      const flaws = await named.evaluateAll((all) =>
        all.flatMap((tab) => {
          const range = document.createRange();
          range.selectNodeContents(tab.lastChild ?? tab);
          const text = range.getBoundingClientRect();
          const { left, right } = tab.getBoundingClientRect();
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          return lines === 1 && text.left >= left && text.right <= right ? [] : [`${tab.textContent} (${lines} lines)`];
        }),
      );
      expect([tag, flaws]).toEqual([tag, []]);
    }
  });

  test('without JavaScript the page says what it needs, in every language', async ({ browser, portalUrl }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(portalUrl);
    const texts = page.locator('.shell-refusal p[lang]');
    await expect(texts).toHaveCount(LOCALE_TAGS.length);
    await expect(texts.first()).toBeVisible();
    await expect(texts.first()).toContainText('blocks JavaScript');
    await context.close();
  });

  test('text over the picture of the home page has enough contrast everywhere', async ({ checkout, page }) => {
    const hero = page.locator('main[data-screen="home"] section').first();
    await checkout.enterAsNew('/main/home');
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await expect(hero.getByRole('link').first()).toBeVisible();
      const texts = await hero.locator('h1, p').evaluateAll((all) =>
        all.flatMap((one) => {
          const { x, y, width: w, height: h } = one.getBoundingClientRect();
          if (w < 1 || h < 1) return [];
          const shown = getComputedStyle(one).color;
          (one as HTMLElement).style.color = 'transparent';
          return [{ large: one.tagName === 'H1', box: [x, y + scrollY, w, h] as const, shown }];
        }),
      );
      expect(texts.length).toBeGreaterThanOrEqual(2);
      const shot = (await page.screenshot({ fullPage: true })).toString('base64');
      const worst = await page.evaluate(
        async ({ texts, shot }) => {
          const image = new Image();
          image.src = `data:image/png;base64,${shot}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const brush = canvas.getContext('2d', { willReadFrequently: true });
          if (!brush) throw new Error('no canvas');
          const luminance = ([r = 0, g = 0, b = 0]: ArrayLike<number> & Iterable<number>): number => {
            const [x, y, z] = [r, g, b].map((value) =>
              value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
            );
            return 0.2126 * (x ?? 0) + 0.7152 * (y ?? 0) + 0.0722 * (z ?? 0);
          };
          return texts.map(({ large, box, shown }) => {
            brush.fillStyle = shown;
            brush.fillRect(0, 0, 1, 1);
            const ink = luminance(brush.getImageData(0, 0, 1, 1).data);
            brush.drawImage(image, 0, 0);
            const { data } = brush.getImageData(...(box.map(Math.floor) as [number, number, number, number]));
            let least = 21;
            for (let at = 0; at < data.length; at += 4)
              least = Math.min(least, (ink + 0.05) / (luminance(data.subarray(at, at + 3)) + 0.05));
            return { large, least };
          });
        },
        { texts, shot },
      );
      expect(worst).toHaveLength(2);
      for (const { large, least } of worst) expect(least, `${width}`).toBeGreaterThanOrEqual(large ? 3 : 4.5);
    }
  });

  test('a code is copied and the game page opens; without a code neither happens (CONT-04)', {
    tag: '@windows',
  }, async ({ checkout, page, context }) => {
    await checkout.enterAsNew('/main/home');
    const redeem = page.getByRole('link', { name: /^Copy code and open page/ });
    await redeem.click();
    await expect(page.getByText('Enter your code.', { exact: true })).toBeVisible();
    expect(context.pages()).toHaveLength(1);
    await page.getByLabel('Code', { exact: true }).fill(' LANTERN40 ');
    const opened = await checkout.opened(redeem.click());
    await expect(opened).toHaveURL(/\/pages\/redeem-lantern-isles\?locale=en-US$/);
    expect(await checkout.copied()).toBe('LANTERN40');
    await expect(page.getByText('Code copied.')).toBeVisible();
  });

  test('top bulletins are above every page, once on home, and not above an order; they rotate, link to their article, and can be closed (CONT-03)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await checkout.enterAsNew('/main/home');
    const strip = page.getByRole('region', { name: 'Announcements' });
    await expect(strip).toContainText('Ember Bay is under maintenance');
    const announced = page.locator('#news').getByRole('link', { name: /Ember Bay|Lantern Festival/ });
    await expect(page.locator('#news li h3')).toHaveCount(3);
    await expect(announced).toHaveCount(0);
    await strip.getByRole('button', { name: 'Next announcement' }).click();
    await expect(strip).toContainText('Lantern Festival');
    await strip.getByRole('link').click();
    await expect(article(page, 'shown').getByRole('heading', { level: 1 })).toContainText('Lantern Festival');
    await expect(strip).toContainText('Lantern Festival');
    await checkout.open('/main/recharge/detail/unknown-1');
    await expect(page.getByRole('heading', { level: 1, name: 'Order details' })).toBeVisible();
    await expect(strip).toHaveCount(0);
    await checkout.open('/main/home');
    await strip.getByRole('button', { name: 'Close announcements' }).click();
    await expect(strip).toHaveCount(0);
  });
});

test.describe('news', () => {
  test('type and page are part of the URL and follow the back button; an article shows picture, date and text, in every language without a reload (ROUTE-10, CONT-01, CONT-02, I18N-03)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    const titles = news(page, 'shown').getByRole('heading', { level: 2 });
    await checkout.enterAsNew('/main/event');
    await expect(titles).toHaveCount(8);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page).toHaveURL(/\/main\/event\?page=2$/);
    await expect(titles).toHaveCount(4);
    await checkout.pick('Show', 'Guides');
    await expect(page).toHaveURL(/\/main\/event\?type=strategy$/);
    await expect(titles).toHaveCount(2);
    await page.goBack();
    await expect(page).toHaveURL(/\/main\/event\?page=2$/);
    await expect(titles).toHaveCount(4);
    await page.goForward();
    await expect(checkout.radio('Show', 'Guides')).toBeChecked();

    await page.getByRole('link', { name: /^Wish Lanterns/ }).click();
    await expect(page).toHaveURL(/\/main\/event\/detail\/1005$/);
    const shown = article(page, 'shown');
    await expect(shown.getByRole('heading', { level: 1, name: /^Wish Lanterns/ })).toBeVisible();
    await expect(shown.locator('time')).toHaveText(/\d{4}/);
    await expect(shown.locator('img').first()).toHaveAttribute('src', '/media/wish-lanterns.svg');
    await expect(shown.getByRole('cell', { name: 'Legendary sail' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Language' }).first().selectOption('de-DE');
    await expect(shown.getByRole('cell', { name: 'Legendäres Segel' })).toBeVisible();
    await expect(shown.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'de-DE');
    await page.getByRole('link', { name: 'Alle News und Events' }).click();
    await expect(page).toHaveURL(/\/main\/event$/);
  });

  test('an unknown announcement is not found, an unwritten one is empty; a link in an article stays in the page (CONT-02)', async ({
    checkout,
  }) => {
    const { page } = checkout;
    await checkout.enterAsNew('/main/event/detail/none');
    await expect(article(page, 'unknown')).toContainText("This article doesn't exist");
    await checkout.open('/main/event/detail/1001');
    await expect(article(page, 'empty')).toContainText('This article has no content yet');
    await checkout.open('/main/event/detail/1015');
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await article(page, 'shown').getByRole('link', { name: 'home page' }).click();
    await expect(page).toHaveURL(/\/main\/home$/);
    await expect(page.locator('body[data-same]')).toHaveCount(1);
  });
});

/** Renders HTML as the body of an article, without a reload, and returns the problems in the result. */
const reader = (page: Page) => {
  let number = 0;
  return async (html: string): Promise<string[]> => {
    number += 1;
    const id = `x-${number}`;
    const body = `<p>start</p>${html}<p>end</p>`;
    const answer = { code: 0, result: { id, create_ts: 1_760_000_000, title: 'X', body } };
    // One call into the page per article: separate calls for each step and a routed request would take most of the time.
    return page.evaluate(
      async ({ id, path, answer }) => {
        const send = window.fetch;
        window.fetch = (input, init) => {
          if (new URL(input instanceof Request ? input.url : input, location.href).pathname !== path)
            return send(input, init);
          window.fetch = send;
          return Promise.resolve(Response.json(answer));
        };
        history.pushState({}, '', `/main/event/detail/${id}`);
        dispatchEvent(new PopStateEvent('popstate'));
        let root: Element | null = null;
        for (const end = performance.now() + 30_000; root === null; ) {
          if (performance.now() > end) throw new Error(`article ${id} is not shown`);
          await new Promise(requestAnimationFrame);
          root = document.querySelector(`[data-article="${id}"][data-state="shown"]`);
        }
        const flaws: string[] = [];
        const text = root.querySelector('article > div:last-child');
        if (!text) return ['nothing is drawn'];
        const allowed =
          /^(?:A|ABBR|B|BDI|BLOCKQUOTE|BR|CAPTION|CITE|CODE|DD|DEL|DIV|DL|DT|EM|FIGCAPTION|FIGURE|H[234]|HR|I|IMG|INS|KBD|LI|MARK|OL|P|PRE|Q|RP|RT|RUBY|S|SMALL|SPAN|STRONG|SUB|SUP|T(?:ABLE|BODY|D|FOOT|H|HEAD|R)|U|UL|WBR)$/;
        const attributes =
          /^(?:alt|colspan|dir|height|href|lang|rowspan|scope|src|title|width|rel|target|referrerpolicy|loading|decoding|tabindex)$/;
        for (const element of text.querySelectorAll('*')) {
          if (!allowed.test(element.tagName)) flaws.push(`<${element.tagName}>`);
          for (const { name } of element.attributes)
            if (!attributes.test(name)) flaws.push(`${element.tagName} ${name}`);
          if (element instanceof HTMLAnchorElement && element.hasAttribute('href')) {
            if (!/^(?:https?|mailto):$/.test(element.protocol)) flaws.push(`link to ${element.protocol}`);
            if (element.rel !== 'noopener noreferrer' || !element.target) flaws.push('a link that can reach back');
          }
          if (element instanceof HTMLImageElement) {
            const { protocol, origin } = new URL(element.src);
            if (protocol !== 'https:' && origin !== location.origin) flaws.push(`picture from ${protocol}`);
            if (element.referrerPolicy !== 'no-referrer') flaws.push('a picture that sends a referrer');
            if (element.width > 2_000 || element.height > 2_000) flaws.push('a picture without bounds');
          }
        }
        return flaws;
      },
      { id, path: settingWebArticleDetail.path, answer },
    );
  };
};

const MUTATIONS = Number(process.env['XSS_MUTATIONS'] ?? 100);
const SEED = process.env['CHAOS_SEED'];

test.describe('untrusted markup without the Content-Security-Policy', () => {
  test.use({ bypassCSP: true });

  test('nothing in the corpus or its mutations runs scripts, adds frames or styles, or clobbers the DOM (C61, C62, CONT-02)', {
    tag: '@markup',
  }, async ({ checkout, page }) => {
    test.setTimeout(240_000 + MUTATIONS * 200);
    checkout.expectedErrors.push(/Failed to load resource|net::ERR/);
    const dialogs: string[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });
    await page.route(/^https?:\/\/evil\.example/, (route) => route.abort());
    await checkout.enterAsNew('/main/event');
    await expect(news(page, 'shown')).toBeVisible();
    const read = reader(page);
    expect(XSS_CORPUS.length).toBeGreaterThanOrEqual(223);
    const wrong: [string, string[]][] = [];
    for (const html of XSS_CORPUS) {
      const flaws = await read(html);
      if (flaws.length || dialogs.length) wrong.push([html, [...flaws, ...dialogs.splice(0)]]);
    }
    expect(wrong).toEqual([]);
    const mutated = fc
      .tuple(
        fc.constantFrom(...XSS_CORPUS),
        fc.array(fc.tuple(fc.nat(200), fc.constantFrom(...XSS_PIECES)), { minLength: 1, maxLength: 6 }),
      )
      .map(([html, pieces]) =>
        pieces.reduce(
          (text, [at, piece]) => text.slice(0, at % (text.length + 1)) + piece + text.slice(at % (text.length + 1)),
          html,
        ),
      );
    await fc.assert(
      fc.asyncProperty(mutated, async (html) => {
        expect([await read(html), dialogs]).toEqual([[], []]);
      }),
      { numRuns: MUTATIONS, endOnFailure: true, ...(SEED !== undefined && { seed: Number(SEED) }) },
    );
    await expect(page.locator('#app #main')).toHaveCount(1);
  });
});

test('with the Content-Security-Policy an article renders without a violation, with safe links and pictures (C61, C62)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.enterAsNew('/main/event');
  await expect(news(page, 'shown')).toBeVisible();
  const read = reader(page);
  const flaws = await read(
    '<h2>Kept</h2><p>A <a href="https://other.example/x">way out</a>, a <a href="/main/recharge">way in</a>.</p>' +
      '<img src="/media/ember-bay.svg" width="320" height="180"><table><tr><td colspan="2">cell</td></tr></table>',
  );
  expect(flaws).toEqual([]);
  const shown = article(page, 'shown');
  await expect(shown.getByRole('heading', { name: 'Kept' })).toBeVisible();
  await expect(shown.getByRole('link', { name: 'way out' })).toHaveAttribute('target', '_blank');
  await expect(shown.getByRole('link', { name: 'way in' })).toHaveAttribute('target', '_self');
  await expect(shown.locator('img[src="/media/ember-bay.svg"]')).toHaveAttribute('loading', 'lazy');
  await expect(shown.getByRole('cell', { name: 'cell' })).toBeVisible();
});
