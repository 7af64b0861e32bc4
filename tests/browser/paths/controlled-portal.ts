import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { FlowRow } from '../../../src/qa/record/flow.file.ts';
import type { BrokenRule } from '../../../src/qa/rules/rule-watch.ts';
import { createFakeApi } from '../../support/fake-api.ts';
import { ORDER_ROW } from '../../support/wire-samples.ts';
import { CheckoutModel } from '../models/checkout.model.ts';
import { pauseClock } from '../paused-clock.ts';

/** Calls whose responses wait for the path; all others get a response immediately. */
const CONTROLLED = {
  roles: '/api/user/webRole',
  report: '/api/character/info/select',
  items: '/api/order/webProduct',
  channels: '/api/order/webPayChannel',
  create: '/api/order/webCreate',
  record: '/api/order/record',
  lookup: '/api/order/record',
  points: '/api/payment/order/epoint/pay',
} as const;

export type ControlledCall = keyof typeof CONTROLLED;

type Answer = object | Response;
type Open = { readonly answer: (reply: Answer) => void; isOpen: boolean };

export const refusal = (code: number): Answer => ({ code, msg: 'no', result: null });
export const outage = (): Answer => new Response('', { status: 500 });

/** Copies a Response, because its body can be read only once. */
const fresh = (reply: Answer): Answer => (reply instanceof Response ? reply.clone() : reply);

const START = new Date('2026-03-14T15:00:00Z').getTime();
/** A longer time passes as on a sleeping laptop: each due timer fires once. */
const LONGEST_TICKING_MS = 35_000;
/** After two checks of the payment window. */
const WATCH_MS = 4_100;
const POLL_MS = 40;
const FRAME_MS = 34;
/** How long a move may take to become possible. Only a few planned moves stay impossible. */
const TIMEOUT_MS = 2_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const isRecord = (body: unknown): body is { readonly sdk_order_id: string; readonly status: number } =>
  typeof body === 'object' && body !== null && 'sdk_order_id' in body && 'status' in body;

/**
 * The built portal in a browser under full control: the path advances the time and sends the responses. The API responds with the
 * samples of the contract; everything in the page is real.
 */
export class ControlledPortal {
  readonly page: Page;
  readonly checkout: CheckoutModel;
  private readonly url: string;
  private readonly context: BrowserContext;
  private readonly api = createFakeApi();
  private readonly open = new Map<ControlledCall, Open[]>();
  private readonly auto = new Map<ControlledCall, Answer>();
  private now = START;
  private frozen = false;
  private beganAt = Date.now();
  private readonly errors: string[] = [];
  private other: Page | null = null;
  /** The newest payment window. */
  cashier: Page | null = null;
  /** The pay URL of new orders. */
  payUrl: string;
  private orders = 0;
  /** Creation time of the newest order, epoch seconds. */
  private createdAt = 0;

  private constructor(page: Page, url: string) {
    this.page = page;
    this.context = page.context();
    this.url = url;
    this.checkout = new CheckoutModel(page);
    this.payUrl = `${url}/cashier/1`;
    for (const call of Object.keys(CONTROLLED) as ControlledCall[]) this.open.set(call, []);
  }

  /** `isLoggedIn`: the storage of the context has a session. */
  static async start(page: Page, url: string, isLoggedIn: boolean): Promise<ControlledPortal> {
    const portal = new ControlledPortal(page, url);
    await portal.prepare();
    await page.goto(`${url}/main/recharge`);
    if (!isLoggedIn) await portal.checkout.login({ account: 'demo', password: 'Demo-1234' });
    await expect(page.locator('[data-screen]')).not.toHaveAttribute('data-screen', 'login');
    await expect(page.locator('main [data-state]').first()).toBeVisible();
    await portal.freeze();
    return portal;
  }

  private async prepare(): Promise<void> {
    this.page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    const { api, context } = this;
    api.reply('/api/setting/time', () => ({
      code: 0,
      result: { ts: Math.floor(this.time() / 1_000), ts_ms: this.time() },
    }));
    for (const call of ['roles', 'report', 'items', 'channels', 'create', 'points'] as const)
      api.reply(CONTROLLED[call], () => this.delay(call));
    api.reply('/api/order/record', (request) => {
      if (isRecord(request.body) && request.body.sdk_order_id !== '') return this.delay('record');
      if (isRecord(request.body) && request.body.status === -1) return this.delay('lookup');
      return { code: 0, result: [], total: 0 };
    });
    api.reply('/api/epoint/paymentIds/detail', () => this.delay('record'));
    api.reply('/api/payment/order/create/epoint', () => this.createdForPoints());
    await context.route(`${this.url}/api/**`, async (route) => {
      const request = route.request();
      const method = request.method();
      const answer = await api.fetch(request.url(), {
        method,
        headers: request.headers(),
        ...(method === 'POST' && { body: request.postData() }),
      });
      const reply = { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
      // The page may have canceled the request.
      await route.fulfill(reply).catch(() => {});
    });
    await context.route(`${this.url}/cashier/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Cashier</title>' }),
    );
    await context.route('https://**', (route) => route.fulfill({ status: 204 }));
    await context.route(`${this.url}/sandbox/**`, (route) => route.fulfill({ status: 204 }));
    context.on('page', (opened) => {
      if (opened !== this.other && opened !== this.page) this.cashier = opened;
    });
    await context.clock.install({ time: START });
    this.beganAt = Date.now();
  }

  /** The number of the newest order. */
  orderId(): string {
    return `O-${this.orders}`;
  }

  /** The response that creates one more order. */
  created(): object {
    this.begin();
    const row = { pay_url: this.payUrl, sdk_order_id: this.orderId(), create_ts: this.createdAt };
    return { code: 0, result: row };
  }

  private createdForPoints(): object {
    this.begin();
    return { code: 0, result: { paymentId: this.orderId(), epoints: 99, create_ts: this.createdAt } };
  }

  private begin(): void {
    this.orders += 1;
    this.createdAt = Math.floor(this.time() / 1_000);
  }

  /** The record of the newest order. */
  recorded(status: number): object {
    const row = { ...ORDER_ROW, status, sdk_order_id: this.orderId(), create_ts: this.createdAt, pay_url: this.payUrl };
    return { code: 0, result: [row], total: 1 };
  }

  /** Server time, epoch ms. */
  time(): number {
    return this.frozen ? this.now : START + Date.now() - this.beganAt;
  }

  private async freeze(): Promise<void> {
    this.now = await pauseClock(this.page);
    this.frozen = true;
  }

  private delay(call: ControlledCall): Promise<Answer> | Answer {
    const ready = this.auto.get(call);
    if (ready) return fresh(ready);
    return new Promise((resolve) => {
      const pending: Open = {
        isOpen: true,
        answer: (reply) => {
          pending.isOpen = false;
          resolve(fresh(reply));
        },
      };
      this.open.get(call)?.push(pending);
    });
  }

  /** Sets the account's balance, in E Points. */
  setBalance(amount: number): void {
    this.api.reply('/api/operate/coinBalance', { code: 0, result: { amount } });
  }

  /** From now on, responds to this call immediately; null stops that. */
  always(call: ControlledCall, reply: Answer | null): void {
    if (reply === null) this.auto.delete(call);
    else {
      this.auto.set(call, reply);
      for (const pending of this.open.get(call) ?? []) if (pending.isOpen) pending.answer(reply);
    }
  }

  /** Responds to the open requests of a call; false if there are none. */
  async answer(call: ControlledCall, reply: Answer): Promise<boolean> {
    const latest = (): Open | undefined => this.open.get(call)?.findLast(({ isOpen }) => isOpen);
    if (!(await this.until(async () => latest() !== undefined))) return false;
    for (const pending of this.open.get(call) ?? []) if (pending.isOpen) pending.answer(reply);
    return true;
  }

  async until(check: () => Promise<boolean>, timeoutMs = TIMEOUT_MS): Promise<boolean> {
    const end = Date.now() + timeoutMs;
    while (Date.now() < end) {
      if (await check()) return true;
      await pause(POLL_MS);
    }
    return check();
  }

  /** Advances the time in the page and on the server. */
  async pass(ms: number): Promise<void> {
    this.now += ms;
    const slept = Math.max(0, ms - LONGEST_TICKING_MS);
    if (slept > 0) await this.context.clock.fastForward(slept);
    await this.context.clock.runFor(ms - slept);
  }

  /** Presses a control that opens a window, and returns to the page. */
  async pressForWindow(control: Locator): Promise<boolean> {
    const opened = this.context.waitForEvent('page', { timeout: 10_000 }).catch(() => null);
    if (!(await this.press(control))) return false;
    if (await opened) await this.page.bringToFront();
    return true;
  }

  /** Navigates the payment window from inside, so that the portal may read the address of a blank page; false without a window. */
  async moveCashier(url: string): Promise<boolean> {
    const { cashier } = this;
    if (!cashier || cashier.isClosed()) return false;
    const moved = cashier.waitForURL(url, { waitUntil: 'commit' });
    // The navigation may end the context before the call returns.
    await cashier.evaluate((target) => location.assign(target), url).catch(() => {});
    await moved;
    await this.pass(WATCH_MS);
    return true;
  }

  /** Presses a control; false if it cannot be pressed. */
  async press(control: Locator): Promise<boolean> {
    const first = control.locator('visible=true').first();
    if (!(await this.until(async () => (await first.isVisible()) && (await first.isEnabled())))) return false;
    return first.click({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  }

  /** Presses a card of the wizard, and passes the frame after which the machine receives it; false if it cannot be pressed. */
  async pressCard(legend: string, name: RegExp): Promise<boolean> {
    const cards = this.checkout.group(legend).locator('label:not([data-disabled])');
    const isPressed = await this.press(cards.filter({ has: this.page.getByRole('radio', { name }) }));
    if (isPressed) await this.pass(FRAME_MS);
    return isPressed;
  }

  /** Fails if a script of the page has thrown. */
  expectSound(): void {
    expect(this.errors).toEqual([]);
  }

  /** Fails if the page does not show this. Advances the time a little, because React renders some of it in a timer. */
  async expectShown(shown: Locator, attribute: string, value: string): Promise<void> {
    const wanted = shown.first().and(this.page.locator(`[${attribute}="${value}"]`));
    const isShown = (): Promise<boolean> => wanted.isVisible();
    for (let turn = 0; turn < 12 && !(await this.until(isShown, 250)); turn += 1) await this.pass(50);
    await expect(shown.first()).toHaveAttribute(attribute, value);
  }

  /** Whether the page's URL starts with this. */
  isAt(path: string): boolean {
    return new URL(this.page.url()).pathname.startsWith(path);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** A tab of the same browser without the portal. */
  async otherTab(): Promise<Page> {
    if (this.other) return this.other;
    const { cashier } = this;
    const page = await this.context.newPage();
    this.other = page;
    this.cashier = cashier;
    await page.goto(`${this.url}/favicon.svg`);
    await this.page.bringToFront();
    return page;
  }

  /** Takes a lock like the leading tab. */
  async lead(name: string): Promise<void> {
    const other = await this.otherTab();
    await other.evaluate(
      (lock) =>
        new Promise<void>((resolve) => {
          let isReleased = false;
          document.addEventListener('release', () => {
            isReleased = true;
          });
          // A visible portal takes over the lock, so this tab takes it back.
          const hold = () =>
            navigator.locks.request(lock, { steal: true }, () => {
              resolve();
              return new Promise((release) => document.addEventListener('release', release));
            });
          const keep = (): Promise<unknown> => hold().catch(() => (isReleased ? undefined : keep()));
          void keep();
        }),
      name,
    );
  }

  async release(): Promise<void> {
    const other = await this.otherTab();
    await other.evaluate(() => document.dispatchEvent(new Event('release')));
  }

  /** Opens a URL as if typed. */
  async go(address: string): Promise<void> {
    await this.page.goto(`${this.url}${address}`);
    await this.draw();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.draw();
  }

  private async draw(): Promise<void> {
    // React renders some content in a timer.
    const isDrawn = async (): Promise<boolean> => {
      await this.pass(50);
      return this.page.locator('[data-screen]').isVisible();
    };
    await this.until(isDrawn, 10_000);
  }

  /** Rows of this page load from the given row on, for actors whose path starts with `path`, and the rules that the page load has broken. */
  async rows(
    from: number,
    path: string,
  ): Promise<{ readonly total: number; readonly rows: readonly FlowRow[]; readonly broken: readonly BrokenRule[] }> {
    return this.page.evaluate(
      ([start, prefix]) => {
        const broken = window.portalQa?.brokenRules() ?? [];
        // A copy of the recording masks every row again, so it is made only for new ones.
        if (window.portalQa?.count().rows === start) return { total: start, rows: [], broken };
        const rows = window.portalQa?.recording('paths').runs.at(-1)?.rows ?? [];
        const isOf = (row: (typeof rows)[number]): boolean =>
          (row.kind === 'event' ? row.to : row.path).startsWith(prefix);
        return { total: rows.length, rows: rows.slice(start).filter(isOf), broken };
      },
      [from, path] as const,
    );
  }

  /** Sends an actor events that no control and no response causes, with no response between them. */
  async inject(path: string, ...events: readonly object[]): Promise<void> {
    await this.page.evaluate(
      ([way, messages]) => {
        type Node = { getSnapshot(): { children: Record<string, Node> }; send(event: object): void };
        let actor = window.portalQa?.root() as unknown as Node | undefined;
        for (const id of way.split('/').slice(1)) actor = actor?.getSnapshot().children[id];
        for (const message of messages) actor?.send(message);
      },
      [path, events] as const,
    );
  }

  /** Whether an actor is in this state. */
  async isIn(path: string, value: string): Promise<boolean> {
    return this.page.evaluate(
      ([way, state]) => {
        type Node = { getSnapshot(): { value?: unknown; children: Record<string, Node> } };
        let actor = window.portalQa?.root() as unknown as Node | undefined;
        for (const id of way.split('/').slice(1)) actor = actor?.getSnapshot().children[id];
        return actor?.getSnapshot().value === state;
      },
      [path, value] as const,
    );
  }

  async recording(name: string): Promise<string> {
    return this.page.evaluate((called) => window.portalQa?.text(called) ?? '', name);
  }
}
