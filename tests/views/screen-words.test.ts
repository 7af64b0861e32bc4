import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendCode, submitPhoneLogin, submitReset } from '../../machines/session/recovery.events.ts';
import { CODE } from '../../server/runtime/codes.ts';
import type { Translator } from '../../src/i18n/translator.ts';
import { createPreview } from '../../src/qa/portal/preview/preview.ts';
import { missingScreens } from '../../src/qa/portal/screens/find-scenes.ts';
import { allScreens } from '../../src/qa/portal/screens/screens-in-view.ts';
import type { PortalActor } from '../../src/views/app/portal.context.tsx';
import { CATALOGUE, type CatalogueMessage, englishOf } from '../support/api/error-catalogue.ts';
import { unreachable } from '../support/api/fake-api.ts';
import { brand } from '../support/brand.ts';
import { atConfirmation, openPortalTab, type PortalTab } from '../support/browser/portal-tab.ts';
import { recordedScreens } from '../support/qa/kept-flows.ts';
import { drawPortal } from '../support/views/portal-drawing.tsx';
import { englishTranslator } from '../support/views/translator.ts';

const CREATING = ['Placing your order…', 'Keep this page open.'];
const LOOKING_UP = ["We didn't get a response, so we're looking up your order.", 'Checking…'];
const UNCERTAIN = [
  "We don't know yet whether your order was placed.",
  'If the first order exists, you could end up paying US$0.99 twice.',
  'Check again',
  'Place a new order anyway',
];
const NOT_CREATED = ["We couldn't start your payment", 'The system is busy right now. Try again in a moment.'];
const CHANNEL_CLOSED = ['This payment method just became unavailable', 'No order was placed.'];
const ITEM_GONE = ['This item is no longer available', 'No order was placed.'];
const CONFIRM = ['Does everything look right?', "You won't be charged until you pay there.", 'Pay US$0.99'];
const METHODS = [
  'How would you like to pay?',
  'Digital wallet',
  'Bank transfer',
  'Carrier billing|Temporarily unavailable',
];

/** What each screen says, by machine and screen. */
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  portal: {
    starting: ['Loading page'],
    'boot-failed': [`We couldn't load ${brand.name}`, 'Try again'],
    'load-failed': ["We couldn't load this page", 'The page may have been updated. Refresh to try again.', 'Refresh'],
    login: ['Log in to top up', 'Username or email', 'Forgot password?'],
    'login required': ["Log in to continue. We'll take you right there."],
    'login order-received': [
      'Log in to see order |20261121-ABCDEF',
      "If you've already paid, you don't need to pay again.",
    ],
    'home loading': ['Loading features'],
    'home shown': [`Home · ${brand.name}`],
    'home failed': ["We couldn't load the games", 'Try again'],
    recharge: [`Top up · ${brand.name}`, 'Which character is this for?'],
    payment_detail: [`Order details · ${brand.name}`, 'Back to top-up'],
    'account user': [`Account · ${brand.name}`, 'Player', 'User ID|••••', 'Show|Copy', 'Customer service', 'Log out'],
    'account recharge': [`Top-up history · ${brand.name}`, 'Your top-ups'],
    'account epoint': [`E Point history · ${brand.name}`, 'Purchased|1,200', 'Bonus|350'],
    events: [`News and events · ${brand.name}`, 'Events', 'Guides'],
    'logout leaving': ['Logging you out…'],
    'logout done': ["You're logged out", 'Your account data has been removed from this browser.', 'Log in again'],
    'logout by the server': ["You've been logged out", 'Your account may be in use on another device.', 'Log in again'],
    forbidden: ["You don't have permission to see this page", 'contact the administrator', 'Back to home'],
    'not-found': ["This page doesn't exist", 'The address may be wrong, or the page may have moved.', 'Back to home'],
    'on a phone': ['Log in to top up'],
    offline: ["You're offline.", 'Your orders are saved.'],
  },
  session: {
    restoring: ['Loading page'],
    'restore-failed': [`We couldn't load ${brand.name}`, 'Try again'],
    'login by account': ['Username or email', 'Password', 'No account yet? Create one in the game, then log in here.'],
    'login by account busy': ['Logging in…'],
    'login by account refused': ["We couldn't log you in", 'Incorrect password. Check it and try again.'],
    'login after a new password': ['Your password has been reset. Log in with your new password.'],
    'login by phone': ['Phone number', 'US +1', 'Send code'],
    'login by phone busy': ['Logging in…', 'We sent a code to •••1. It expires in 10 minutes.'],
    'login by phone refused': ['The code from the text message is incorrect or has expired.'],
    'new password by email': ["Enter the email address linked to your account. We'll email you a code."],
    'new password by phone': ["Enter the phone number linked to your account. We'll text you a code."],
    'codes loading': ['Loading…'],
    'codes loadFailed': ["We couldn't load this part of the page", 'Refresh'],
    choosing: ['Switch to another account?', 'logged out in this browser', 'Continue as', 'Stay as'],
    'expired-notice': ['Log in again to continue', 'Your session expired, or your account was used on another device.'],
    leaving: ['Log in to top up'],
    active: ['Logged in as', "You're logged in."],
  },
  verification: {
    ready: ['Send code'],
    sending: ['Sending…'],
    cooling: ['We sent a code to •••1. It expires in 10 minutes.'],
  },
  passwordReset: {
    'filling by email': ['Set a new password', 'Email address', 'New password', 'Set new password'],
    'filling by phone': ['Set a new password', 'Phone number', 'Use 6 to 16 characters', 'Set new password'],
    'resetting by email': ['Setting new password…'],
    'resetting by phone': ['Setting new password…'],
  },
  toasts: { showing: ["We couldn't load your unpaid orders."] },
  bulletins: {
    loading: [`Top up · ${brand.name}`],
    shown: ['Ember Bay is under maintenance. All other servers are running as usual.', '1 of 3'],
  },
  balance: {
    loading: ['Loading your balance'],
    ready: ['1,550 EP'],
    failed: ['– EP', 'Balance unavailable', "We couldn't load your E Point balance."],
  },
  recharge: {
    'server loading': ['Loading your servers and characters'],
    'server failed': ["We couldn't load the servers", 'Something went wrong on our end. Try again.'],
    'server empty': ['No characters yet', "You don't have a character in this game yet."],
    'server ready': ['Dawn Harbor', 'Other servers', 'Quiet Cove|No characters here yet', 'Maintenance|This server is'],
    'role loading': ['Loading your servers and characters'],
    'role failed': ["We couldn't load your characters", 'Try again'],
    'role empty': ["You don't have a character on this server", 'Create one on this server in the game'],
    'role ready': ['Which character is this for?'],
    'role preselected': ['Which character is this for?', 'Continue'],
    'item loading': ['Loading items for this character'],
    'item failed': ["We couldn't load the items", 'Try again'],
    'item empty': ['No items are available for this character', 'Try again in a moment, or choose another character.'],
    'item ready': ['What would you like to buy?', '315 Star Gems', '300 + 15', 'US$14.99', '+10% bonus'],
    'channel loading': ['Loading payment methods'],
    'channel failed': ["We couldn't load the payment methods", 'Something went wrong on our end. Try again.'],
    'channel empty': ['No payment methods are available right now'],
    'channel ready': [...METHODS, '99 EP · your balance: 1,550 EP'],
    confirm: [...CONFIRM, "Once delivered, a top-up can't be moved to another character."],
    'confirm with a new price': CONFIRM.slice(0, 2),
    creating: CREATING,
    'uncertain looking up': LOOKING_UP,
    'uncertain waiting': UNCERTAIN,
    payment: ['Payment received', 'Your items are in your game. Have fun!'],
    'notice role-gone': ['This character is no longer available', 'No order was placed.'],
    'notice maintenance': ['This server just went down for maintenance', 'No order was placed.'],
    'notice item-gone': ITEM_GONE,
    'notice channel-closed': CHANNEL_CLOSED,
    'notice price-changed': ['It was US$0.99 and is now US$1.99. No order was placed.', 'Pay US$1.99'],
    'notice not-created': NOT_CREATED,
    'notice recipient-needed': ['Choose a character first'],
  },
  epointRecharge: {
    loading: ['Loading E Point packages'],
    failed: ["We couldn't load the E Point packages", 'Try again'],
    empty: ['No E Point packages are available right now', "Your balance hasn't changed."],
    item: ['How many E Points would you like?', '500 + 25', '+50% first purchase', 'US$19.99'],
    channel: METHODS,
    confirm: [...CONFIRM, 'Balance after purchase: 1,650 EP'],
    creating: CREATING,
    'uncertain looking up': LOOKING_UP,
    'uncertain waiting': UNCERTAIN,
    payment: ['E Points added', "They're in your balance and ready to use."],
    'notice item-gone': ITEM_GONE,
    'notice channel-closed': CHANNEL_CLOSED,
    'notice price-changed': ['It was US$9.99 and is now US$10.99. No order was placed.', 'Pay US$10.99'],
    'notice credit-changed': ["You were going to get 1,580 EP. You'll now get 1,080 EP. No order was placed."],
    'notice not-created': NOT_CREATED,
  },
  payment: {
    unpaid: [`Waiting for your payment · Top up · ${brand.name}`, 'Time left to pay', "I've paid", 'Later'],
    'unpaid not received': ["We haven't received your payment yet", "If you've already paid, please don't pay again"],
    'unpaid in trouble': ["We haven't confirmed your payment yet", 'Check again'],
    'unpaid offline': ["You're offline", "Your order is saved. We'll check again as soon as you're back online."],
    deferred: ['An order is waiting for your payment', 'Continue'],
    'last-check': ['Checking for your payment…', 'If you paid at the last moment, your payment still counts.'],
    paid: ['Paid, on its way · Top up', "Your items are on their way to your game. You don't need to pay again."],
    failed: ['Payment failed · Top up', "Your payment wasn't completed", 'Place order again'],
    delivered: ['✓ Delivered · Top up', '60 Star Gems', 'Your items are in your game. Have fun!', 'Top up again'],
    refunded: ['Refunded · Top up', 'We sent your refund to your original payment method.', 'Start a new top-up'],
    overdue: ['Expired · Top up', 'This order has expired', "If you did pay, please don't pay again."],
    'paid late': ['Your payment came in late, but it still counts', "You don't need to pay again."],
    'delivered late': ['Your payment came in late, but everything is in your game now. Have fun!'],
    unknown: ["We couldn't find this order", "If you've already paid for it, please don't pay again."],
  },
  'redirect-payment': {
    opening: ['Opening the payment page…', 'Your order has been placed. The payment page will open in a new window.'],
    awaiting: ['Pay on another device', 'Copy link', "I've paid"],
    'awaiting blocked': ["The payment window didn't open", 'Use the button below to open it.', 'Open the payment page'],
    'awaiting closed': ['Did you pay?', 'The payment page looks closed.'],
    'awaiting refused': ["We couldn't open this payment page safely", "You weren't charged."],
  },
  'point-payment': {
    paying: ['Paying with E Points…', "We're deducting 99 EP from your balance. This may take a moment."],
    'uncertain checking': ["We won't deduct E Points twice.", 'Checking…'],
    'uncertain waiting': ["We still can't confirm whether your payment went through.", 'Check again'],
    checkingBalance: ['Ready to pay with E Points', 'Loading your balance'],
    insufficient: ["You don't have enough E Points. Top up to continue.", 'You need 98 EP more.'],
    payable: ['Ready to pay with E Points', 'Balance after payment', 'Pay 99 EP'],
    refused: ["Your E Points weren't deducted", "Some of the information isn't valid."],
  },
  'signed-in': {
    'way back to the choices': ['E Points added', 'Back to your order'],
    'way back to the order': ['E Points added', 'Back to your order', 'An order is waiting for your payment'],
  },
  'order-detail': {
    loading: ['Loading order'],
    shown: ['Refunded · Order details', 'Receipt', 'Progress', 'Print receipt'],
    unknown: ["We couldn't find this order", "We couldn't find order |20261121-ABCDEF| in this account."],
    failed: ["We couldn't load this order", 'Try again'],
  },
  list: {
    'hot news loading': ['Loading news'],
    'hot news shown': ['Jade Reef is open again'],
    'hot news empty': ['Nothing here yet', 'New articles will show up here.'],
    'hot news failed': ["We couldn't load the news"],
    'news loading': ['Loading news'],
    'news shown': ['Guide', 'How many gems should you get?'],
    'news empty': ['Nothing here yet', 'New articles will show up here.'],
    'news failed': ["We couldn't load the news"],
    'orders loading': ['Loading your top-ups'],
    'orders shown': ['1 top-up', 'US$0.00 spent|60 Star Gems', 'Refunded'],
    'orders empty': ['No top-ups yet', 'Your top-ups will show up here', 'Top up now'],
    'orders failed': ["We couldn't load your top-ups", 'Try again'],
    'E Points loading': ['Loading your E Point history'],
    'E Points shown': ['+1,550 EP|1,200 purchased, 350 bonus|', 'Balance after: |1,550'],
    'E Points empty': ['No activity found', 'Clear filters'],
    'E Points failed': ["We couldn't load your E Point history", 'Try again'],
  },
  'order-export': {
    'file loading': ['Loading top-ups: 0 so far…'],
    'file failed': ["We couldn't create the file"],
    'file saved': ['File saved with 1 top-up'],
  },
};

/** These draw parts that only a browser has: the parser of an article, and what loads below the fold of the home page. */
const IN_BROWSER = ['article', 'home'];

let translator: Translator;

/** The texts of a page, separated by bars. */
const draw = async (portal: PortalActor): Promise<string> => {
  const { html } = await drawPortal(portal, translator.i18n);
  return html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/(?:<[^>]*>)+/g, '|')
    .replaceAll('&#x27;', "'")
    .replaceAll('\u00a0', ' ');
};

/** Each screen with the texts of its page. */
const screens: { readonly machine: string; readonly name: string; readonly text: string }[] = [];

beforeAll(async () => {
  translator = await englishTranslator();
  const preview = createPreview();
  for (const { run, scenes } of recordedScreens()) {
    preview.open(run);
    for (const step of new Set(scenes.map((scene) => scene.step))) {
      preview.go(step);
      const text = await draw(preview.now()?.replay.root as unknown as PortalActor);
      for (const { machine, name } of scenes.filter((scene) => scene.step === step))
        screens.push({ machine, name, text });
    }
  }
}, 600_000);

test('each screen of the gallery says what its state means, in the title of the window too (RCHG-17, ROUTE-12)', () => {
  const silent = screens.flatMap(({ machine, name, text }) =>
    (WORDS[machine]?.[name] ?? [])
      .filter((words) => !text.includes(words))
      .map((words) => `${machine} ${name}: ${words}`),
  );
  expect(silent).toEqual([]);
  expect(missingScreens(allScreens, screens)).toEqual([]);
});

test('each screen of the gallery has words here', () => {
  const known = Object.entries(WORDS).flatMap(([machine, names]) =>
    Object.keys(names).map((name) => `${machine} ${name}`),
  );
  const inMemory = allScreens.filter(({ machine, name }) => !IN_BROWSER.includes(machine) && name !== 'event-detail');
  expect(known.toSorted()).toEqual(inMemory.map(({ machine, name }) => `${machine} ${name}`).toSorted());
});

describe('the messages of the error catalogue (D28, ERRS-05)', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));

  const LOGIN = '/api/user/login';
  const PHONE = '+15550100';
  const refusal = (code: number, msg = 'words of the server') => ({ code, msg, result: null });
  const outage = () => new Response('', { status: 503 });

  /** Draws the page until it says this. */
  const expectText = (tab: PortalTab, text: string): Promise<void> =>
    tab.until(async () => expect(await draw(tab.actor)).toContain(text));

  const openLogin = async (url = '/login'): Promise<PortalTab> => {
    const tab = openPortalTab(url);
    await tab.until(() => expect(tab.screen().name).toBe('login'));
    return tab;
  };
  const sessionOf = ({ actor }: PortalTab) => actor.getSnapshot().children.session;

  const REFUSED_LOGINS = [
    ['account does not exist (login name)', CODE.accountNotFoundLoginName],
    ['account does not exist (Facebook)', CODE.accountNotFoundFacebook],
    ['account does not exist (game)', CODE.accountNotFoundGame],
    ['account does not exist (Google)', CODE.accountNotFoundGoogle],
    ['account does not exist (Apple)', CODE.accountNotFoundApple],
    ['illegal token', CODE.illegalToken],
    ['email login is not supported', CODE.emailLoginNotSupported],
    ['user authentication failed', CODE.userAuthenticationFailed],
    ['unknown error', null],
    ['request error', null],
  ] as const;

  test.each(REFUSED_LOGINS)('a refused login says: %s', async (message, code) => {
    const tab = await openLogin();
    if (message === 'request error') tab.api.reply(LOGIN, unreachable);
    else tab.api.reply(LOGIN, code === null ? refusal(777, '') : refusal(code));
    tab.submitLogin();
    await expectText(tab, englishOf(message));
    expect(await draw(tab.actor)).toContain(englishOf('failed to log in'));
    tab.close();
  });

  /** Requests a code by text message, for a login. */
  const requestCode = async (tab: PortalTab): Promise<void> => {
    sessionOf(tab)?.send({ type: 'login.by', method: 'phone' });
    await tab.until(() => expect(sessionOf(tab)?.getSnapshot().children['verification']).toBeDefined());
    sessionOf(tab)?.getSnapshot().children['verification']?.send(sendCode('phone', PHONE));
  };

  const UNSENT_CODES = [
    ['account does not exist (mobile)', refusal(CODE.accountNotFoundMobile)],
    ['the code is obtained too frequently', refusal(CODE.codeTooFrequent)],
    ['failed to send code', refusal(CODE.systemBusy)],
  ] as const;

  test.each(UNSENT_CODES)('a code that is not sent says: %s', async (message, reply) => {
    const tab = await openLogin();
    tab.api.reply('/api/user/phone/code/send', reply);
    await requestCode(tab);
    await expectText(tab, englishOf(message));
    tab.close();
  });

  /** The form for a new password. */
  const openReset = async (by: 'email' | 'phone') => {
    const tab = await openLogin(`/login?reset=${by}`);
    const form = () => sessionOf(tab)?.getSnapshot().children['recovery'];
    await tab.until(() => expect(form()).toBeDefined());
    const target = by === 'email' ? 'ada@players.example' : PHONE;
    const submit = (): void => {
      const entry = { target, code: '123456', password: 'Fresh-9876', repeat: 'Fresh-9876' };
      form()?.send(submitReset(by, entry, tab.browserActions.storeSecret));
    };
    const request = (): void => form()?.getSnapshot().children['verification']?.send(sendCode(by, target));
    return { tab, submit, request };
  };

  test('a reset by email says that no account has the address, and that the reset failed', async () => {
    const { tab, submit, request } = await openReset('email');
    tab.api.reply('/api/user/email/code/send', refusal(CODE.accountNotFoundEmail));
    request();
    await expectText(tab, englishOf('account does not exist (email)'));
    tab.api.reply('/api/user/email/psw/reset', refusal(CODE.systemBusy));
    submit();
    await expectText(tab, englishOf('failed to reset password'));
    tab.close();
  });

  test('an unknown code from a phone login, a code request or a reset shows the message of the server (D17, ERRS-04)', async () => {
    const tab = await openLogin();
    tab.api.reply('/api/user/phone/code/send', refusal(777, ' No text messages before 06:00\n'));
    await requestCode(tab);
    await expectText(tab, 'No text messages before 06:00');
    tab.api.reply(LOGIN, refusal(777, 'Logins by phone are paused'));
    const entry = { target: PHONE, code: '123456' };
    sessionOf(tab)?.send(submitPhoneLogin(entry, tab.browserActions.storeSecret));
    await expectText(tab, 'Logins by phone are paused');
    tab.close();
    for (const by of ['email', 'phone'] as const) {
      const reset = await openReset(by);
      reset.tab.api.reply(`/api/user/${by}/psw/reset`, refusal(777, 'One reset a day'));
      reset.submit();
      await expectText(reset.tab, 'One reset a day');
      reset.tab.close();
    }
  });

  test('a role that is not reported to the game has a toast', async () => {
    const tab = openPortalTab('/main/recharge');
    tab.api.reply('/api/character/info/select', outage);
    await atConfirmation(tab);
    await expectText(tab, englishOf('failed to report role info'));
    tab.close();
  });

  test('a failed load of the bonus says so', async () => {
    const tab = openPortalTab('/main/recharge?target=epoint');
    tab.api.reply('/api/e-recharge/rebate/info', outage);
    await tab.logIn();
    await expectText(tab, englishOf('failed to get rebate info'));
    tab.close();
  });

  /** Read by the tests above, and in `content.spec.ts` and `account.spec.ts`. */
  const ELSEWHERE: readonly CatalogueMessage[] = [
    ...REFUSED_LOGINS.map(([message]) => message),
    ...UNSENT_CODES.map(([message]) => message),
    'account does not exist (email)',
    'failed to reset password',
    'failed to report role info',
    'failed to get rebate info',
    'failed to get bulletin detail',
    'announcement does not exist',
    'no announcement content yet',
    'not available in iOS',
    'failed to get customer-service URL',
  ];

  test('every other message is on a screen of the gallery', () => {
    const messages = Object.keys(CATALOGUE) as CatalogueMessage[];
    const unread = messages.filter((message) => !screens.some(({ text }) => text.includes(englishOf(message))));
    expect(unread.toSorted()).toEqual(ELSEWHERE.toSorted());
  });
});
