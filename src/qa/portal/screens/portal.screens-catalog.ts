import { selectArticleScreen } from '../../../../machines/article/article.screens.ts';
import { selectBalanceScreen } from '../../../../machines/balance/balance.screens.ts';
import { selectStripScreen } from '../../../../machines/bulletins/bulletins.screens.ts';
import { selectRedeemScreen } from '../../../../machines/home/home.screens.ts';
import { type ListScreen, selectListScreen } from '../../../../machines/lists/list.screens.ts';
import { selectOrderExportScreen } from '../../../../machines/lists/order-export.screens.ts';
import { selectOrderDetailScreen } from '../../../../machines/order-detail/order-detail.screens.ts';
import {
  type PortalScreen,
  selectPortalFrame,
  selectPortalScreen,
} from '../../../../machines/portal/portal.screens.ts';
import {
  type PasswordResetScreen,
  selectPasswordResetScreen,
} from '../../../../machines/session/password-reset.screens.ts';
import { type SessionScreen, selectSessionScreen } from '../../../../machines/session/session.screens.ts';
import { selectVerificationScreen } from '../../../../machines/session/verification.screens.ts';
import { selectToastsScreen } from '../../../../machines/toasts/toasts.screens.ts';
import { named, type PageState, type ScreenVariants, screenVariants } from './screen-variants.ts';

const pageName = (screen: PortalScreen) => {
  switch (screen.name) {
    case 'login':
      return screen.reason ? (`login ${screen.reason.kind}` as const) : screen.name;
    case 'home':
      return `home ${screen.home ? 'shown' : screen.failure ? 'failed' : 'loading'}` as const;
    case 'account':
      return `account ${screen.section}` as const;
    case 'logout':
      return `logout ${screen.done ? (screen.byServer ? 'by the server' : 'done') : 'leaving'}` as const;
    default:
      return screen.name;
  }
};

const sessionName = (screen: SessionScreen, { page }: PageState) => {
  if (screen.name !== 'form') return screen.name;
  if (page !== 'login') return null;
  const { method, part, busy, failure, recovered } = screen;
  if (part !== 'ready') return `codes ${part}` as const;
  if (typeof method === 'object') return `new password by ${method.recovery}` as const;
  if (recovered && method === 'account') return 'login after a new password';
  return `login by ${method}${busy ? ' busy' : failure ? ' refused' : ''}` as const;
};

/** The machine ends in the step in which it is `changed`. */
const passwordResetName = ({ name, by }: PasswordResetScreen) =>
  name === 'changed' ? null : (`${name} by ${by}` as const);

const LISTS = { articles: 'news', orders: 'orders', ledger: 'E Points' } as const;
const LIST_SCREENS = ['loading', 'shown', 'empty', 'failed'] as const;

/** A page without a readable entry looks like a failed load. */
const drawn = (name: ListScreen['name']) => (name === 'unreadable' ? 'failed' : name);

const hotNewsName = ({ name }: ListScreen, { page }: PageState) =>
  page === 'home' ? (`hot news ${drawn(name)}` as const) : null;

const listName = ({ name, query }: ListScreen, { page }: PageState) =>
  page === 'events' || page === 'account' ? (`${LISTS[query.kind]} ${drawn(name)}` as const) : null;

/** Pages, the frame around them, and the login. */
export const PORTAL_SCREENS: Readonly<Record<string, readonly ScreenVariants[]>> = {
  portal: [
    screenVariants(selectPortalScreen, pageName, {
      starting: true,
      'boot-failed': true,
      'load-failed': true,
      login: true,
      ...named(['login'], ['required', 'order-received']),
      ...named(['home'], ['loading', 'shown', 'failed']),
      recharge: true,
      payment_detail: true,
      ...named(['account'], ['user', 'recharge', 'epoint']),
      events: true,
      'event-detail': true,
      ...named(['logout'], ['leaving', 'done', 'by the server']),
      forbidden: true,
      'not-found': true,
    }),
    screenVariants(selectPortalFrame, ({ isMobile }) => (isMobile ? 'on a phone' : null), { 'on a phone': true }),
    screenVariants(selectPortalFrame, ({ online }) => (online ? null : 'offline'), { offline: true }),
  ],
  session: [
    screenVariants(selectSessionScreen, sessionName, {
      restoring: true,
      'restore-failed': true,
      'login by account': true,
      ...named(['login by account'], ['busy', 'refused']),
      'login after a new password': true,
      'login by phone': true,
      ...named(['login by phone'], ['busy', 'refused']),
      ...named(['new password by'], ['email', 'phone']),
      ...named(['codes'], ['loading', 'loadFailed']),
      choosing: true,
      'expired-notice': true,
      leaving: true,
      active: true,
    }),
  ],
  verification: [
    screenVariants(selectVerificationScreen, ({ name }) => name, { ready: true, sending: true, cooling: true }),
  ],
  passwordReset: [
    screenVariants(
      selectPasswordResetScreen,
      passwordResetName,
      named(['filling', 'resetting'], ['by email', 'by phone']),
    ),
  ],
  home: [
    screenVariants(
      selectRedeemScreen,
      (name) => (name === 'idle' || name === 'copying' ? null : (`redeem ${name}` as const)),
      { 'redeem missing': true, 'redeem copied': true, 'redeem refused': true },
      'redeem',
    ),
  ],
  toasts: [screenVariants(selectToastsScreen, ({ name }) => (name === 'empty' ? null : name), { showing: true })],
  bulletins: [
    screenVariants(
      selectStripScreen,
      ({ name }, { page }) => (name === 'absent' || page === 'payment_detail' ? null : name),
      { loading: true, shown: true },
    ),
  ],
  balance: [screenVariants(selectBalanceScreen, ({ name }) => name, { loading: true, ready: true, failed: true })],
};

/** Lists, and the pages that open from them. */
export const READING_SCREENS: Readonly<Record<string, readonly ScreenVariants[]>> = {
  'order-detail': [
    screenVariants(selectOrderDetailScreen, ({ name }, { page }) => (page === 'payment_detail' ? name : null), {
      loading: true,
      shown: true,
      unknown: true,
      failed: true,
    }),
  ],
  list: [
    screenVariants(selectListScreen, hotNewsName, named(['hot news'], LIST_SCREENS), 'news'),
    screenVariants(selectListScreen, listName, named(Object.values(LISTS), LIST_SCREENS)),
  ],
  'order-export': [
    screenVariants(
      selectOrderExportScreen,
      ({ name }, { page }) => (page === 'account' && name !== 'loaded' ? (`file ${name}` as const) : null),
      named(['file'], ['loading', 'failed', 'saved']),
    ),
  ],
  article: [
    screenVariants(selectArticleScreen, ({ name }, { page }) => (page === 'event-detail' ? name : null), {
      loading: true,
      shown: true,
      empty: true,
      unknown: true,
      failed: true,
    }),
  ],
};
