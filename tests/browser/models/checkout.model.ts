import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Browser, expect, type Locator, type Page, type Request } from '@playwright/test';
import type { Player } from '../portal.fixture.ts';
import { routeResponse } from '../route-response.ts';

type StoredSession = { readonly token: string; readonly clientId: string; readonly origin: string };

/** Runs in each new document, and does nothing once the portal has stored a client id. */
const storeSession = ({ token, clientId, origin }: StoredSession): void => {
  if (location.origin !== origin || localStorage.getItem('client-id') !== null) return;
  localStorage.setItem('client-id', clientId);
  localStorage.setItem('token', token);
};

/** Page object of the portal; finds elements by their visible text. */
export class CheckoutModel {
  readonly page: Page;
  /** Console errors that the test expects. */
  readonly expectedErrors: RegExp[] = [];
  readonly #pending = new Set<Request>();

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => {
      // Another document forgets the requests of this one, and the browser may not report that.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.#pending.clear();
      if (new URL(request.url()).pathname.startsWith('/api/')) this.#pending.add(request);
    });
    page.on('requestfinished', (request) => void this.#pending.delete(request));
    page.on('requestfailed', (request) => void this.#pending.delete(request));
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
  }

  async login(player: Pick<Player, 'account' | 'password'>): Promise<void> {
    await this.page.getByLabel('Username or email').fill(player.account);
    await this.page.getByLabel('Password', { exact: true }).fill(player.password);
    await this.page.getByRole('button', { name: 'Log in', exact: true }).click();
  }

  /** Opens a page in a new browser context whose storage contains a session of the player, as on a second visit. */
  async enter(player: Pick<Player, 'userId'>, path: string, clientId: string = randomUUID()): Promise<void> {
    const context = this.page.context();
    await context.addInitScript(storeSession, await this.#createSession(player, clientId));
    await this.open(path);
  }

  /** Opens a page as a player, in a browser that the portal has already been opened in. */
  async enterAgain(player: Pick<Player, 'userId'>, path: string): Promise<void> {
    const { token } = await this.#createSession(player, await this.clientId());
    await this.page.evaluate((created) => localStorage.setItem('token', created), token);
    await this.open(path);
  }

  async #createSession({ userId }: Pick<Player, 'userId'>, clientId: string): Promise<StoredSession> {
    const { result, origin } = await this.#postToSandbox<{ token: string }>('sessions', { userId, clientId });
    return { ...result, clientId, origin };
  }

  async #postToSandbox<T>(path: string, data: object) {
    const headers = { connection: 'close' };
    const answer = await this.page.context().request.post(`/sandbox/${path}`, { data, headers });
    expect(answer.status(), await answer.text()).toBe(200);
    const { result } = (await answer.json()) as { result: T };
    return { result, origin: new URL(answer.url()).origin };
  }

  /**
   * Sets the browser's `client-id` before its first page, so that the sandbox can force the first responses. Tests that are written from
   * recordings call it.
   */
  async useClientId(): Promise<string> {
    const made = randomUUID();
    await this.page.context().addInitScript((clientId) => {
      if (location.protocol.startsWith('http') && localStorage.getItem('client-id') === null)
        localStorage.setItem('client-id', clientId);
    }, made);
    return made;
  }

  /** Places an order of the player in another browser and leaves it unpaid. */
  static async placeInOtherBrowser(
    browser: Browser,
    baseURL: string,
    player: Pick<Player, 'account' | 'password'>,
  ): Promise<string> {
    const context = await browser.newContext({ baseURL });
    const checkout = new CheckoutModel(await context.newPage());
    await checkout.logInToTopUp(player);
    await checkout.walkToConfirm();
    const order = await checkout.payAndStay();
    await context.close();
    return order;
  }

  /** Fails the scripts of the build whose names start with `name`, except those that the first page preloads. */
  async blockCode(name: string): Promise<{ readonly stop: () => Promise<void> }> {
    const first = await (await this.page.request.get('/login')).text();
    const file = new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`);
    const isBlocked = ({ pathname }: URL): boolean => file.test(pathname) && !first.includes(`href="${pathname}"`);
    await this.page.route(isBlocked, (route) => route.abort());
    return { stop: () => this.page.unroute(isBlocked) };
  }

  /** The window that an action opens. */
  async opened(action: Promise<unknown>): Promise<Page> {
    const [opened] = await Promise.all([this.page.context().waitForEvent('page'), action]);
    return opened;
  }

  async openAndClose(link: Locator): Promise<void> {
    await (await this.opened(link.click())).close();
  }

  async seeResponses(): Promise<void> {
    await expect.poll(() => this.#pending.size).toBe(0);
  }

  /** Advances the time of a QA build. */
  async letPass(seconds: number): Promise<void> {
    expect(await this.page.evaluate((passed) => window.portalQa?.lab.letPass({ seconds: passed }), seconds)).toBeNull();
  }

  /** Is offline until the page says so, which takes a failed request. `title`: the words of the page. */
  async loseConnection(title = "You're offline."): Promise<void> {
    const context = this.page.context();
    // A request that is on its way may still succeed, which the page takes as proof of a connection.
    await expect(async () => {
      await context.setOffline(false);
      await context.setOffline(true);
      await expect(this.page.getByText(title, { exact: true })).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await context.setOffline(false);
  }

  async blockPopUps(): Promise<void> {
    await this.page.evaluate(() => {
      window.open = () => null;
    });
  }

  async blockClipboard(): Promise<void> {
    await this.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
  }

  /** Opens a page as `enter` does, as a new player. */
  async enterAsNew(path: string): Promise<void> {
    const { result } = await this.#postToSandbox<Player>('accounts', {});
    await this.enter(result, path);
  }

  /** `player`: by default a new one. */
  async openTopUp(player?: Pick<Player, 'userId'>): Promise<void> {
    await (player ? this.enter(player, '/main/recharge') : this.enterAsNew('/main/recharge'));
    await this.seeScreen('server');
  }

  /** Opens the top-up page through the login form, also for a second account in the same browser. */
  async logInToTopUp(player: Pick<Player, 'account' | 'password'>, url = '/main/recharge'): Promise<void> {
    await this.open(url);
    await this.login(player);
    await this.seeScreen('server');
  }

  /** Expects a screen of the wizard, by its machine state. */
  async seeScreen(name: string): Promise<void> {
    await expect(this.page.locator('[data-screen="recharge"] [data-state]').first()).toHaveAttribute(
      'data-state',
      name,
    );
  }

  /**
   * Expects the page to contain these words, in upper or lower case, after some time and without a request on its way. A failure prints the whole text
   * of the page.
   */
  async seeWords(words: string, afterMs = 0): Promise<void> {
    await setTimeout(afterMs);
    if (afterMs > 0) await this.seeResponses();
    await expect(this.page.locator('body')).toContainText(words, { ignoreCase: true, useInnerText: true });
  }

  group(legend: string): Locator {
    return this.page.getByRole('group', { name: legend });
  }

  radio(legend: string, name: string | RegExp): Locator {
    return this.group(legend).getByRole('radio', { name });
  }

  /** Opens the fold of the group first, if it is closed. */
  async pick(legend: string, name: string | RegExp): Promise<void> {
    const group = this.group(legend);
    const own = this.page.locator('legend').filter({ hasText: new RegExp(`^${legend}$`) });
    const fold = this.page.locator('main details:not([open])').filter({ has: own });
    await group.or(fold).first().waitFor();
    if (!(await group.first().isVisible())) await fold.locator('summary').click();
    await group
      .locator('label')
      .filter({ has: this.page.getByRole('radio', { name }) })
      .first()
      .click();
  }

  /** Gives the player more characters than one view shows, so that the server is chosen first. */
  async addCharacters(): Promise<void> {
    await this.page.route('**/api/user/webRole', async (route) => {
      const response = await routeResponse(route);
      const body = await response.json();
      const roles = Array.from({ length: 9 }, (_, at) => ({ role_id: `far-${at}`, role_name: `Traveler ${at}` }));
      body.result.push({ server_id: 'far', server_name: 'Far Shore', status: 0, roles });
      await route.fulfill({ response, json: body });
    });
  }

  /** With the characters of `addCharacters`. */
  async chooseServer(): Promise<void> {
    await this.group('Server').locator('label:not([data-disabled])').first().click();
    await this.seeScreen('role');
  }

  async chooseRole(): Promise<void> {
    await this.group('Character').locator('label:not([data-disabled])').first().click();
    await this.seeScreen('item');
  }

  async chooseItem(): Promise<void> {
    await this.group('Item').locator('label').first().click();
  }

  async chooseChannel(): Promise<void> {
    await this.seeScreen('channel');
    await this.group('Payment method').locator('label:not([data-disabled])').first().click();
    await this.seeScreen('confirm');
  }

  /** From the first step to the payment methods. */
  async walkToChannel(): Promise<void> {
    await this.chooseRole();
    await this.chooseItem();
    await this.seeScreen('channel');
  }

  async walkToConfirm(): Promise<void> {
    await this.walkToChannel();
    await this.chooseChannel();
  }

  /** Opens the top-up page as `openTopUp` does, and makes every choice. */
  async openConfirmation(player?: Pick<Player, 'userId'>): Promise<void> {
    await this.openTopUp(player);
    await this.walkToConfirm();
  }

  /** From the packages of E Points to the confirm step. `words`: in the card of the package. */
  async choosePackage(words: string | RegExp = ''): Promise<void> {
    await this.seeScreen('item');
    await this.group('E Points').locator('label', { hasText: words }).first().click();
    await this.chooseChannel();
  }

  /** From the first step to the confirm step of an item that is paid with E Points. */
  async walkToPoints(): Promise<void> {
    await this.walkToChannel();
    await this.pick('Payment method', /^E Points/);
    await this.seeScreen('confirm');
  }

  /** The line of a step above the confirmation. */
  confirmed(title: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name: new RegExp(`${title}$`) }) });
  }

  get payButton(): Locator {
    return this.page.getByRole('button', { name: /^Pay / }).locator('visible=true').first();
  }

  /** Presses Pay and returns the new window. */
  async pay(): Promise<Page> {
    const cashier = await this.opened(this.payButton.click());
    await this.seeDialog('awaiting');
    return cashier;
  }

  /** Presses Pay and returns to the front of the new window. Resolves with the order number. */
  async payAndStay(): Promise<string> {
    await this.pay();
    await this.page.bringToFront();
    return this.orderId();
  }

  /** The money for the order arrives, and the page shows its delivery. */
  async deliver(orderId?: string): Promise<void> {
    await this.#postToSandbox(`orders/${orderId ?? (await this.orderId())}/pay`, {});
    await this.seeResult('delivered');
  }

  /** Opens the top-up page as `player`, makes every choice, and presses Pay. Resolves with the order number. */
  async placeOrder(player?: Pick<Player, 'userId'>): Promise<string> {
    await this.openConfirmation(player);
    await this.pay();
    return this.orderId();
  }

  /** The payment window opens blank; its address is known once the pay URL commits. */
  async payUrl(cashier: Page): Promise<string> {
    await cashier.waitForURL(/^https?:/, { waitUntil: 'commit' });
    return cashier.url();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  async seeDialog(state: string): Promise<void> {
    await expect(this.dialog).toHaveAttribute('data-state', state);
  }

  async seeResult(name: string): Promise<void> {
    await expect(this.page.locator('[data-payment]')).toHaveAttribute('data-payment', name);
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).locator('visible=true').first().click();
  }

  async orderId(): Promise<string> {
    return (await this.page.locator('code').first().innerText()).trim();
  }

  async clientId(): Promise<string> {
    return this.page.evaluate(() => localStorage.getItem('client-id') ?? '');
  }

  /** The last text that the page copied; the portal's Permissions-Policy forbids reading the clipboard. */
  async copied(): Promise<string> {
    return this.page.evaluate(() => document.documentElement.dataset['copied'] ?? '');
  }

  async secondsLeft(): Promise<number> {
    const [minutes = '0', seconds = '0'] = (await this.page.getByRole('timer').first().innerText()).match(/\d+/g) ?? [];
    return Number(minutes) * 60 + Number(seconds);
  }
}
