import { expect, type Page, type Request } from '@playwright/test';
import { test } from './portal.fixture.ts';

type AnalyticsEvent = { readonly name: string; readonly page: string; readonly details: Record<string, unknown> };

const LOGGER = '**/api/analytics/event?*';

const isAnalyticsRequest = (request: Request): boolean => request.url().includes('/api/analytics/event');

const listen = (page: Page) => {
  const requests: { url: string; body: string }[] = [];
  page.on('request', (request) => {
    if (isAnalyticsRequest(request)) requests.push({ url: request.url(), body: request.postData() ?? '' });
  });
  const events = (): AnalyticsEvent[] => requests.map(({ body }) => JSON.parse(body));
  return { requests, of: (name: string) => events().filter((event) => event.name === `web_payment_${name}`) };
};

test('a visit is reported: load timing, source, logins, pages, buttons and dialogs; password and token are in no URL and in no event (ANLT-01, ANLT-02, ANLT-04, C63)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  const analytics = listen(page);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  const eventResponse = page.waitForResponse((response) => isAnalyticsRequest(response.request()));
  await checkout.open('/login?channel=summer-24&redirect=%2Fmain%2Frecharge');
  expect((await eventResponse).status()).toBe(204);
  await expect.poll(() => analytics.of('page_load').length).toBe(1);
  const [{ page: name, details } = { page: '', details: {} as Record<string, unknown> }] = analytics.of('page_load');
  expect(name).toBe('login');
  for (const timing of ['response_ms', 'interactive_ms', 'usable_ms'])
    expect(Number(details[timing]), timing).toBeGreaterThan(0);
  await expect.poll(() => analytics.of('user_info')[0]?.details).toMatchObject({ source: 'summer-24' });
  await checkout.login({ ...player, password: 'Wrong-1234' });
  await expect
    .poll(() => analytics.of('login_result').at(-1)?.details)
    .toEqual({ method: 'account', succeeded: false });
  await checkout.login(player);
  await checkout.seeScreen('server');
  await expect.poll(() => analytics.of('login_result').at(-1)?.details).toEqual({ method: 'account', succeeded: true });
  await expect.poll(() => analytics.of('page_enter').at(-1)?.page).toBe('recharge');
  expect(analytics.of('button_clicked').map(({ details: { button } }) => button)).toContain('login');
  expect(analytics.of('user_info').at(-1)?.details).toMatchObject({ user: player.userId });
  await checkout.walkToConfirm();
  await checkout.pay();
  await expect.poll(() => analytics.of('popup_shown').length).toBeGreaterThan(0);
  expect(analytics.of('button_clicked').map(({ details: { button } }) => button)).toContain('pay');
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  expect(token).toMatch(/^\S{32,}$/);
  const left = [...urls, ...analytics.requests.map(({ url, body }) => url + body)].join('\n');
  for (const secret of [token, player.password, player.email, player.phone, player.account])
    expect(left).not.toContain(secret);
});

test('events of a closing page are sent by beacon, including the stay (ANLT-02, ANLT-03)', async ({ checkout }) => {
  const { page } = checkout;
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      localStorage.setItem('beacons', `${localStorage.getItem('beacons') ?? ''}${String(body)}\n`);
      return send(url, body);
    };
  });
  await page.clock.install();
  const analytics = listen(page);
  await page.route(LOGGER, () => {});
  await checkout.open('/login');
  await expect.poll(() => analytics.requests.length).toBe(1);
  await page.clock.fastForward(3_000);
  await checkout.open('/403');
  const beacons = await page.evaluate(() => localStorage.getItem('beacons') ?? '');
  expect(beacons).toContain('web_payment_page_load');
  expect(beacons).toContain('web_payment_page_stay');
});

test('a stay has the Web Vitals of the visit, also of an element that its press removed (ANLT-02)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await page.addInitScript(() => {
    // The browser measures only slow interactions.
    const block = ({ target }: Event) => {
      const end = performance.now() + (target instanceof HTMLInputElement ? 120 : 0);
      while (performance.now() < end);
    };
    document.addEventListener('click', block, { capture: true });
  });
  const analytics = listen(page);
  await checkout.enterAsNew('/main/recharge');
  await checkout.seeScreen('server');
  await expect.poll(() => analytics.of('page_load').length).toBe(1);
  await page.getByRole('group', { name: 'Character' }).getByRole('radio').first().click();
  await expect(page.getByRole('group', { name: 'Character' })).toHaveCount(0);
  const pressedAt = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() > since + 2_000, pressedAt);
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect.poll(() => analytics.of('page_stay').length).toBe(1);
  const [stay] = analytics.of('page_stay');
  expect(stay?.page).toBe('recharge');
  const { lcp_ms, lcp_at, inp_ms, inp_at, cls_thousandths } = stay?.details ?? {};
  expect(Number(lcp_ms)).toBeGreaterThan(0);
  expect(lcp_at).toMatch(/^[a-z\d]+\/[a-z-]+$/);
  expect(Number(inp_ms)).toBeGreaterThanOrEqual(120);
  expect(inp_at).toBe('input/server');
  expect(Number(cls_thousandths)).toBeGreaterThanOrEqual(0);
});

test('a logger that is down or never answers delays and breaks nothing (ANLT-03, C71)', async ({ checkout }) => {
  checkout.expectedErrors.push(/analytics\/event/);
  const { page } = checkout;
  await page.route(LOGGER, (route) => route.abort());
  await checkout.openTopUp();
  await page.unroute(LOGGER);
  await page.route(LOGGER, () => {});
  await checkout.walkToConfirm();
  await checkout.pay();
});
