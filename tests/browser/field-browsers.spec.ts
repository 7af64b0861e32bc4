import { expect, type Page } from '@playwright/test';
import { SUPPORTED_BROWSERS } from '../../vite/supported-browsers.ts';
import { test } from './portal.fixture.ts';

type Way = 'missing' | 'throws when read' | 'throws when called' | 'does nothing';

/** Takes every feature away that only adds comfort. Runs in the page, before any script of the portal. */
const takeAway = (page: Page, way: Way) =>
  page.addInitScript((how) => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const stub = (outcome: () => unknown): unknown => {
      const methods = new Proxy({}, { get: () => () => outcome(), set: () => true });
      return new Proxy(class {}, {
        apply: outcome,
        construct: () => {
          outcome();
          return methods;
        },
        get: () => () => outcome(),
        set: () => true,
      });
    };
    const descriptor = (): PropertyDescriptor => {
      if (how === 'missing') return { value: undefined };
      if (how === 'throws when read') return { get: refuse };
      return { value: stub(how === 'does nothing' ? () => undefined : refuse) };
    };
    const define = (owner: object, ...names: readonly string[]): void => {
      for (const name of names) Object.defineProperty(owner, name, { configurable: true, ...descriptor() });
    };
    define(window, 'BroadcastChannel', 'sessionStorage', 'matchMedia', 'requestIdleCallback', 'MutationObserver');
    define(window, 'PerformanceObserver', 'IntersectionObserver', 'ResizeObserver', 'caches', 'indexedDB', 'print');
    define(Navigator.prototype, 'locks', 'clipboard', 'serviceWorker', 'sendBeacon', 'vibrate', 'share', 'wakeLock');
    define(Navigator.prototype, 'connection', 'userAgentData');
    define(Performance.prototype, 'mark', 'getEntriesByType', 'getEntriesByName');
    define(Intl, 'Segmenter', 'DisplayNames');
    define(AbortSignal, 'timeout', 'any');
    if (how !== 'does nothing') define(HTMLDialogElement.prototype, 'showModal');
    if (how === 'missing' || how === 'throws when read') {
      define(Navigator.prototype, 'languages', 'onLine', 'userAgent', 'maxTouchPoints');
      define(Document.prototype, 'visibilityState', 'hidden', 'prerendering');
    }
    if (how === 'does nothing') Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  }, way);

for (const way of ['missing', 'throws when read', 'throws when called', 'does nothing'] as const)
  test(`login → delivered although each feature that only adds comfort ${way === 'missing' ? 'is missing' : way} (BRWS-02)`, async ({
    checkout,
    player,
    page,
  }) => {
    checkout.expectedErrors.push(/insecure/);
    await takeAway(page, way);
    await checkout.logInToTopUp(player);
    await checkout.walkToConfirm();
    await checkout.pay();
    await expect(page.getByText("You're offline")).toHaveCount(0);
    await checkout.deliver();
  });

test.describe('a page that does not start', () => {
  const refusal = (page: Page) => page.getByText('This browser is too old');

  test('a browser without the oldest functions reads which versions are supported (BRWS-01)', async ({
    page,
    checkout,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
    await checkout.open('/login');
    await expect(refusal(page)).toBeVisible();
    await expect(page.getByText(`Chrome ${SUPPORTED_BROWSERS.chrome}`)).toBeVisible();
  });

  test('scripts that a proxy has changed: the message appears without a script', async ({ page, checkout }) => {
    checkout.expectedErrors.push(/Content Security Policy/);
    await page.route('**/login', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('<script>', '<script> ') });
    });
    await checkout.open('/login');
    await expect(refusal(page)).toBeVisible();
  });
});

test('an extension that removes the payment dialog: it is drawn again, and the order is delivered', async ({
  checkout,
  page,
}) => {
  const orderId = await checkout.placeOrder();
  await page.evaluate(() => document.querySelector('dialog')?.remove());
  await checkout.seeDialog('awaiting');
  await page.evaluate(() => {
    new MutationObserver(() => document.querySelector('dialog')?.remove()).observe(document, {
      childList: true,
      subtree: true,
    });
    document.querySelector('dialog')?.remove();
  });
  await checkout.deliver(orderId);
});
