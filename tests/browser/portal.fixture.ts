import '../../src/qa/portal/allowed-keys.ts';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { HEADER } from '../../src/contract/headers.ts';
import { undocumentedCalls } from '../support/api/documented-traffic.ts';
import { CheckoutModel } from './models/checkout.model.ts';
import { SandboxModel } from './models/sandbox.model.ts';

export type Player = {
  readonly account: string;
  readonly password: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly userId: string;
};

/** The account that has orders and E Points from the start. Tests that run at the same time share it. */
export const DEMO: Player = {
  account: 'demo',
  password: 'Demo-1234',
  email: 'demo@players.example',
  phone: '+12025550123',
  userId: 'demo',
};

type Fixtures = {
  /** A new account with the roles of the seed. */
  readonly player: Player;
  /** A new account with these E Points, or with those of the seed. */
  readonly newPlayer: (points?: Points) => Promise<Player>;
  readonly sandbox: SandboxModel;
  /** The page, watched: an unexpected console error, page error or CSP violation fails the test. */
  readonly checkout: CheckoutModel;
  /** Those of `checkout`. */
  readonly expectedErrors: RegExp[];
  readonly portalUrl: string;
};

type Points = { readonly basic: number; readonly present: number };

/** `points`: the balance of the account, if it differs from the seed. */
export const createPlayer = async (request: APIRequestContext, portalUrl: string, points?: Points): Promise<Player> => {
  const answer = await request.post(`${portalUrl}/sandbox/accounts`, { data: { ...(points && { points }) } });
  expect(answer.status()).toBe(200);
  const { result } = (await answer.json()) as { result: Player };
  return result;
};

const watch = (page: Page, expected: readonly RegExp[], seen: string[]): void => {
  const note = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) seen.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|Trusted Type/i.test(message.text()))
      note(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => note(error.stack || error.message));
};

export const test = base.extend<Fixtures>({
  portalUrl: process.env['PORTAL_URL'] ?? '',
  baseURL: async ({ portalUrl }, use) => {
    await use(portalUrl);
  },
  /**
   * What its pages and the server exchange is as `openapi.json` says. A route may still forward a request when its test ends; the outcome of
   * that request does not matter.
   */
  context: async ({ context }, use) => {
    const clientIds = new Set<string>();
    context.on('request', (request) => {
      const { [HEADER.clientId]: clientId } = request.headers();
      if (clientId) clientIds.add(clientId);
    });
    await use(context);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    for (const page of context.pages())
      await page.unrouteAll({ behavior: 'ignoreErrors' }).catch((error: unknown) => {
        // The portal may close a payment window at the same moment.
        if (!page.isClosed()) throw error;
      });
    expect(undocumentedCalls(clientIds)).toEqual([]);
  },
  /** Without keep-alive: the server may close a connection at the moment of its reuse. */
  request: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext({
      ...(baseURL && { baseURL }),
      extraHTTPHeaders: { connection: 'close' },
    });
    await use(context);
    await context.dispose();
  },
  newPlayer: async ({ request, portalUrl }, use) => {
    await use((points) => createPlayer(request, portalUrl, points));
  },
  player: async ({ newPlayer }, use) => {
    await use(await newPlayer());
  },
  sandbox: async ({ request, portalUrl }, use) => {
    await use(new SandboxModel(request, portalUrl));
  },
  expectedErrors: async ({ checkout }, use) => {
    await use(checkout.expectedErrors);
  },
  checkout: async ({ page, context }, use) => {
    const checkout = new CheckoutModel(page);
    const { expectedErrors } = checkout;
    const seen: string[] = [];
    await context.addInitScript(() => {
      // A page without TLS, such as a blank window, has no clipboard.
      const clipboard: Clipboard | undefined = navigator.clipboard;
      if (!clipboard) return;
      const write = clipboard.writeText.bind(clipboard);
      clipboard.writeText = (text) => {
        document.documentElement.dataset['copied'] = text;
        return write(text);
      };
    });
    watch(page, expectedErrors, seen);
    context.on('page', (opened) => watch(opened, expectedErrors, seen));
    await use(checkout);
    expect(seen).toEqual([]);
  },
});
