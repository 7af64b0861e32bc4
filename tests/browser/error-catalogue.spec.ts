import { expect, type Locator, type Page } from '@playwright/test';
import { CODE } from '../../server/kernel/codes.ts';
import { CATALOGUE, type CatalogueMessage } from '../support/error-catalogue.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import type { SandboxModel } from './models/sandbox.model.ts';
import { createPlayer, type Player, test } from './portal.fixture.ts';

type Stage = {
  readonly page: Page;
  readonly checkout: CheckoutModel;
  readonly player: Player;
  readonly sandbox: SandboxModel;
  /** The next response of a path has this code and message. */
  readonly answerWith: (path: string, code: number, msg?: string) => Promise<void>;
  /** The next response of a path has this HTTP status. */
  readonly breakCall: (path: string, times?: number | null) => Promise<void>;
  readonly expectError: (pattern: RegExp) => void;
  readonly newPlayer: (points?: { readonly basic: number; readonly present: number }) => Promise<Player>;
  /** Expects the exact English text of a message at its location on the page. */
  readonly read: (message: CatalogueMessage, where: Locator) => Promise<void>;
};

/** Matches a text, including its case. Other text may surround it, such as the name of a store. Spaces may be non-breaking. */
const inFull = (text: string): RegExp =>
  new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s`));

const covered: CatalogueMessage[] = [];

const scene = (title: string, messages: readonly CatalogueMessage[], play: (stage: Stage) => Promise<void>): void => {
  covered.push(...messages);
  test(`D28 ERRS-05 · ${title}`, async ({ checkout, player, sandbox, expectedErrors, request, portalUrl }) => {
    const wasRead = new Set<CatalogueMessage>();
    await play({
      page: checkout.page,
      checkout,
      player,
      sandbox,
      answerWith: async (path, code, msg = 'words of the server') =>
        sandbox.fault(await checkout.clientId(), path, { kind: 'code', code, msg }),
      breakCall: async (path, times = 1) => {
        expectedErrors.push(/503/);
        await sandbox.fault(await checkout.clientId(), path, { kind: 'status', status: 503 }, times);
      },
      expectError: (pattern) => void expectedErrors.push(pattern),
      newPlayer: (points) => createPlayer(request, portalUrl, points),
      read: async (message, where) => {
        await expect(where.getByText(inFull(CATALOGUE[message].english)).first()).toBeVisible();
        wasRead.add(message);
      },
    });
    expect([...wasRead].sort()).toEqual([...messages].sort());
  });
};

/** The callout or the field error that a screen reader announces. */
const alert = (page: Page): Locator => page.getByRole('alert');
const main = (page: Page): Locator => page.locator('main');
const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });
const logIn = (page: Page): Locator => page.getByRole('button', { name: 'Log in', exact: true });
const tryAgain = (page: Page): Promise<void> => main(page).getByRole('button', { name: 'Try again' }).first().click();

/** Waits for the answer, so that a fault set afterwards applies to the next call. */
const tryAgainAndLoad = async (page: Page, path: string): Promise<void> => {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await tryAgain(page);
  await answer;
};

const LOGIN_CODES: readonly (readonly [CatalogueMessage, number])[] = [
  ['account does not exist (Facebook)', CODE.accountNotFoundFacebook],
  ['account does not exist (game)', CODE.accountNotFoundGame],
  ['account does not exist (Google)', CODE.accountNotFoundGoogle],
  ['account does not exist (Apple)', CODE.accountNotFoundApple],
  ['parameter exception', CODE.parameterException],
  ['illegal token', CODE.illegalToken],
  ['the system is busy', CODE.systemBusy],
  ['email login is not supported', CODE.emailLoginNotSupported],
  ['user authentication failed', CODE.userAuthenticationFailed],
];

scene(
  'each refusal of a login has its message above the form',
  [
    'failed to log in',
    'account does not exist (login name)',
    'incorrect password',
    ...LOGIN_CODES.map(([message]) => message),
    'unknown error',
    'request error',
  ],
  async ({ page, checkout, player, sandbox, answerWith, breakCall, expectError, read }) => {
    await checkout.open('/login');
    await checkout.login({ account: 'nobody-by-this-name', password: player.password });
    await read('failed to log in', alert(page));
    await read('account does not exist (login name)', alert(page));
    await checkout.login({ account: player.account, password: 'Wrong-1234' });
    await read('incorrect password', alert(page));
    for (const [message, code] of LOGIN_CODES) {
      await answerWith('/api/user/login', code);
      await logIn(page).click();
      await read(message, alert(page));
    }
    await answerWith('/api/user/login', 777, '');
    await logIn(page).click();
    await read('unknown error', alert(page));
    await breakCall('/api/user/login');
    await logIn(page).click();
    await read('the system is busy', alert(page));
    expectError(/Failed to load resource/);
    await sandbox.fault(await checkout.clientId(), '/api/user/login', { kind: 'cut', at: 10 });
    await logIn(page).click();
    await read('request error', alert(page));
  },
);

scene(
  'each refusal of a code or a reset has its message next to the field or above the form',
  [
    'account does not exist (mobile)',
    'account does not exist (email)',
    'mobile verification code is incorrect',
    'the code is obtained too frequently',
    'failed to send code',
    'failed to reset password',
  ],
  async ({ page, checkout, player, sandbox, answerWith, read }) => {
    await checkout.open('/login');
    await page.getByRole('radio', { name: 'Phone' }).click();
    await page.getByLabel('Phone number').fill('+4930901820');
    await checkout.press('Send code');
    await read('account does not exist (mobile)', alert(page));
    await page.getByLabel('Phone number').fill(player.phone);
    await answerWith('/api/user/phone/code/send', CODE.codeTooFrequent);
    await checkout.press('Send code');
    await read('the code is obtained too frequently', alert(page));
    await answerWith('/api/user/phone/code/send', CODE.systemBusy);
    await checkout.press('Send code');
    await read('failed to send code', alert(page));
    await checkout.press('Send code');
    await expect(page.getByText('We sent a code to')).toBeVisible();
    const right = await sandbox.newestCode(player.phone);
    await page.getByLabel('Verification code').fill(right === '000000' ? '000001' : '000000');
    await logIn(page).click();
    await read('mobile verification code is incorrect', alert(page));
    await checkout.open('/login?reset=email');
    await page.getByLabel('Email address').fill('nobody@players.example');
    await checkout.press('Send code');
    await read('account does not exist (email)', alert(page));
    await page.getByLabel('Email address').fill(player.email);
    await page.getByLabel('Verification code').fill('123456');
    await page.getByLabel('New password', { exact: true }).fill('Fresh-9876');
    await page.getByLabel('Confirm new password').fill('Fresh-9876');
    await answerWith('/api/user/email/psw/reset', CODE.systemBusy);
    await checkout.press('Set new password');
    await read('failed to reset password', alert(page));
  },
);

scene(
  'missing, unavailable and failed servers and roles each have a message',
  [
    'failed to get server list',
    'the server is under maintenance',
    'no roles on the server',
    'failed to get role list',
    'information expired or account accessed on another device',
  ],
  async ({ page, checkout, player, sandbox, answerWith, read }) => {
    const ROLES = '/api/user/webRole';
    await checkout.open('/main/recharge');
    await expect(logIn(page)).toBeVisible();
    await answerWith(ROLES, CODE.serverMaintenance);
    await checkout.login(player);
    await read('failed to get server list', main(page));
    await read('the server is under maintenance', main(page));
    await sandbox.fault(await checkout.clientId(), ROLES, { kind: 'missing-role' });
    await tryAgain(page);
    await checkout.group('Server').locator('label:not([data-disabled])').first().click();
    await read('no roles on the server', main(page));
    await tryAgainAndLoad(page, ROLES);
    await checkout.press('Change: Server');
    await read('the server is under maintenance', checkout.group('Server').locator('label[data-disabled]'));
    await answerWith(ROLES, CODE.systemBusy);
    await page.reload();
    await read('failed to get role list', main(page));
    await expect(checkout.group('Character')).toBeVisible();
    await tryAgainAndLoad(page, ROLES);
    await expect(page.getByText(CATALOGUE['failed to get role list'].english)).toHaveCount(0);
    await sandbox.fault(await checkout.clientId(), ROLES, { kind: 'token-invalid' });
    await page.reload();
    await read('information expired or account accessed on another device', checkout.dialog);
  },
);

scene(
  'failed items, a failed report of the role and a failed order each have a message',
  ['failed to get item list', 'failed to report role info', 'failed to create payment'],
  async ({ page, checkout, player, answerWith, read }) => {
    await checkout.openTopUp(player);
    await answerWith('/api/character/info/select', CODE.systemBusy);
    await answerWith('/api/order/webProduct', CODE.systemBusy);
    await checkout.chooseRecipient();
    await read('failed to get item list', main(page));
    await read('failed to report role info', toasts(page));
    await tryAgain(page);
    await checkout.chooseItem();
    await checkout.chooseChannel();
    await answerWith('/api/order/webCreate', CODE.systemBusy);
    await checkout.payButton.click();
    await read('failed to create payment', alert(page));
  },
);

scene(
  'a failed E Point balance, rebate or record and too few E Points each have a message',
  [
    'failed to get E Point balance',
    'failed to get rebate info',
    'failed to get E Point record',
    'E-point balance is insufficient',
  ],
  async ({ page, checkout, newPlayer, answerWith, read }) => {
    await checkout.open('/main/recharge?target=epoint');
    await expect(logIn(page)).toBeVisible();
    await answerWith('/api/epoint/balance', CODE.systemBusy);
    await answerWith('/api/e-recharge/rebate/info', CODE.systemBusy);
    await checkout.login(await newPlayer({ basic: 1, present: 0 }));
    await read('failed to get E Point balance', toasts(page));
    await read('failed to get rebate info', main(page));
    await answerWith('/api/epoint/record', CODE.systemBusy);
    await checkout.open('/main/account/epoint');
    await read('failed to get E Point record', main(page));
    await checkout.open('/main/recharge');
    await checkout.chooseRecipient();
    await checkout.chooseItem();
    await checkout.seeScreen('channel');
    await checkout.pick('Payment method', /^E Points/);
    await read('E-point balance is insufficient', main(page));
  },
);

scene(
  'a failed order list, failed order details and an unknown order number each have a message',
  [
    'failed to get unpaid orders',
    'failed to get order list',
    'failed to get order details',
    'the payment order number is wrong',
  ],
  async ({ page, checkout, player, sandbox, breakCall, read }) => {
    const ORDERS = '/api/order/record';
    await checkout.open('/main/account/recharge');
    await expect(logIn(page)).toBeVisible();
    await breakCall(ORDERS, null);
    await checkout.login(player);
    await read('failed to get unpaid orders', toasts(page));
    await read('failed to get order list', main(page));
    await checkout.open('/main/recharge/detail/250101-NONE-0000-0001');
    await read('failed to get order details', main(page));
    await sandbox.clearFaults(await checkout.clientId());
    await tryAgain(page);
    await read('the payment order number is wrong', main(page));
  },
);

scene(
  'a failed list and a failed, unknown or empty bulletin each have a message',
  [
    'failed to get bulletin list',
    'failed to get bulletin detail',
    'announcement does not exist',
    'no announcement content yet',
  ],
  async ({ page, checkout, player, answerWith, read }) => {
    await checkout.open('/main/event');
    await expect(logIn(page)).toBeVisible();
    await answerWith('/api/setting/webArticle', CODE.systemBusy);
    await checkout.login(player);
    await read('failed to get bulletin list', main(page));
    await answerWith('/api/setting/webArticleDetail', CODE.systemBusy);
    await checkout.open('/main/event/detail/none');
    await read('failed to get bulletin detail', main(page));
    await tryAgain(page);
    await read('announcement does not exist', main(page));
    await checkout.open('/main/event/detail/1001');
    await read('no announcement content yet', main(page));
  },
);

scene(
  'missing and failed pages, a game without iOS and a failed customer-service link each have a message',
  [
    'page not found',
    'load error, refresh',
    'error while fetching information',
    'not available in iOS',
    'failed to get customer-service URL',
  ],
  async ({ page, checkout, player, answerWith, expectError, read }) => {
    await checkout.open('/nowhere');
    await read('page not found', page.getByRole('heading', { level: 1 }));
    await checkout.open('/main/home');
    await checkout.login(player);
    await checkout.pick('Choose a game', /Iron Comet/);
    await read('not available in iOS', main(page));
    await page.evaluate(() => localStorage.removeItem('customer_service'));
    await answerWith('/api/setting/init', CODE.systemBusy);
    await page.goto('/main/account/user');
    await read('error while fetching information', page.getByRole('heading', { level: 1 }));
    await expect(main(page).getByText(CATALOGUE['the system is busy'].english)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('customer_service'));
    await page.getByRole('link', { name: 'Top-up history' }).first().click();
    await page.getByRole('link', { name: 'Profile' }).first().click();
    await main(page).getByRole('button', { name: 'Customer service' }).click();
    await read('failed to get customer-service URL', toasts(page));
    expectError(/Failed to load resource|Failed to fetch dynamically|ChunkFailure|net::/);
    await page.route(/\/home-and-news-[\w-]+\.js/, (route) => route.abort());
    await page.goto('/main/event');
    await read('load error, refresh', main(page));
  },
);

test('D28 ERRS-05 · every message of the catalogue is covered by exactly one of these tests', () => {
  expect([...covered].sort()).toEqual(Object.keys(CATALOGUE).sort());
});

test('D17 ERRS-04 · an unknown code from a phone login, a code request or a reset shows the server’s message', async ({
  checkout,
  player,
  sandbox,
}) => {
  const { page } = checkout;
  const refuse = async (path: string, words: string): Promise<void> =>
    sandbox.fault(await checkout.clientId(), path, { kind: 'code', code: 777, msg: ` ${words}\n` });
  const fillReset = async (label: string, target: string): Promise<void> => {
    await page.getByLabel(label).fill(target);
    await page.getByLabel('Verification code').fill('123456');
    await page.getByLabel('New password', { exact: true }).fill('Fresh-9876');
    await page.getByLabel('Confirm new password').fill('Fresh-9876');
  };
  await checkout.open('/login');
  await page.getByRole('radio', { name: 'Phone' }).click();
  await page.getByLabel('Phone number').fill(player.phone);
  await refuse('/api/user/phone/code/send', 'No text messages before 06:00');
  await checkout.press('Send code');
  await expect(alert(page).getByText('No text messages before 06:00')).toBeVisible();
  await page.getByLabel('Verification code').fill('123456');
  await refuse('/api/user/login', 'Logins by phone are paused');
  await logIn(page).click();
  await expect(alert(page).getByText('Logins by phone are paused')).toBeVisible();
  await checkout.open('/login?reset=email');
  await fillReset('Email address', player.email);
  await refuse('/api/user/email/code/send', 'This mailbox refuses our letters');
  await checkout.press('Send code');
  await expect(alert(page).getByText('This mailbox refuses our letters')).toBeVisible();
  await refuse('/api/user/email/psw/reset', 'This password was used before');
  await checkout.press('Set new password');
  await expect(alert(page).getByText('This password was used before')).toBeVisible();
  await checkout.open('/login?reset=phone');
  await fillReset('Phone number', player.phone);
  await refuse('/api/user/phone/psw/reset', 'One reset a day by phone');
  await checkout.press('Set new password');
  await expect(alert(page).getByText('One reset a day by phone')).toBeVisible();
});
