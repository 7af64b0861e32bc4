import type { AnyActor } from 'xstate';
import { type ArticleScreen, selectArticleScreen } from '../../../machines/article/article.screens.ts';
import { type BalanceScreen, selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { type PointPaymentScreen, selectPointPaymentScreen } from '../../../machines/epoint/point-payment.screens.ts';
import { type ListScreen, selectListScreen } from '../../../machines/listing/listing.screens.ts';
import {
  type OrderDetailScreen,
  selectOrderDetailScreen,
} from '../../../machines/order-detail/order-detail.screens.ts';
import { type PaymentScreen, selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { type PortalScreen, selectPortalScreen } from '../../../machines/portal/portal.screens.ts';
import { type RechargeScreen, selectRechargeScreen } from '../../../machines/recharge/recharge.screens.ts';
import { type SessionScreen, selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { selectTopupScreen, type TopupScreen } from '../../../machines/topup/topup.screens.ts';

type Screens = {
  /** Every name that a snapshot of the machine can be drawn under. */
  readonly names: readonly string[];
  readonly nameOf: (snapshot: unknown) => string;
};

/** A name that is forgotten does not type-check, nor does one that is gone. */
const screens = <Screen extends { readonly name: string }, Name extends string = Screen['name']>(
  select: (snapshot: never) => Screen,
  all: Readonly<Record<Name, true>>,
  nameOf: (screen: Screen) => string = ({ name }) => name,
): Screens => ({
  names: Object.keys(all),
  nameOf: (snapshot) => nameOf((select as (snapshot: unknown) => Screen)(snapshot)),
});

type Step = 'recipient' | 'item' | 'channel';
type RechargeName = Exclude<RechargeScreen['name'], Step> | `${Step} ${'loading' | 'failed' | 'empty' | 'ready'}`;

const rechargeName = (screen: RechargeScreen): RechargeName => {
  switch (screen.name) {
    case 'recipient':
      return `recipient ${screen.servers.state}`;
    case 'item':
      return `item ${screen.items.state}`;
    case 'channel':
      return `channel ${screen.channels.state}`;
    default:
      return screen.name;
  }
};

type AwaitingKind = 'plain' | 'not-received' | 'blocked' | 'refused';
type PaymentName = Exclude<PaymentScreen['name'], 'awaiting'> | `awaiting ${AwaitingKind}`;

const paymentName = (screen: PaymentScreen): PaymentName => {
  if (screen.name !== 'awaiting') return screen.name;
  const { blocked, refused, notReceived } = screen;
  return `awaiting ${refused ? 'refused' : blocked ? 'blocked' : notReceived ? 'not-received' : 'plain'}`;
};

/** By the id of the machine. */
const SCREENS: Readonly<Record<string, Screens>> = {
  portal: screens<PortalScreen>(selectPortalScreen, {
    starting: true,
    'boot-failed': true,
    login: true,
    home: true,
    recharge: true,
    'order-detail': true,
    account: true,
    events: true,
    'event-detail': true,
    logout: true,
    forbidden: true,
    'not-found': true,
  }),
  session: screens<SessionScreen>(selectSessionScreen, {
    restoring: true,
    'restore-failed': true,
    form: true,
    'expired-notice': true,
    leaving: true,
    active: true,
  }),
  recharge: screens<RechargeScreen, RechargeName>(
    selectRechargeScreen,
    {
      dormant: true,
      'recipient loading': true,
      'recipient failed': true,
      'recipient empty': true,
      'recipient ready': true,
      'item loading': true,
      'item failed': true,
      'item empty': true,
      'item ready': true,
      'channel loading': true,
      'channel failed': true,
      'channel empty': true,
      'channel ready': true,
      confirm: true,
      creating: true,
      uncertain: true,
      payment: true,
    },
    rechargeName,
  ),
  topup: screens<TopupScreen>(selectTopupScreen, {
    dormant: true,
    loading: true,
    failed: true,
    empty: true,
    item: true,
    channel: true,
    confirm: true,
    creating: true,
    uncertain: true,
    payment: true,
  }),
  payment: screens<PaymentScreen, PaymentName>(
    selectPaymentScreen,
    {
      opening: true,
      'awaiting plain': true,
      'awaiting not-received': true,
      'awaiting blocked': true,
      'awaiting refused': true,
      points: true,
      deferred: true,
      'last-check': true,
      overdue: true,
      failed: true,
      paid: true,
      delivered: true,
      refunded: true,
      unknown: true,
    },
    paymentName,
  ),
  'point-payment': screens<PointPaymentScreen>(selectPointPaymentScreen, {
    paying: true,
    doubted: true,
    weighing: true,
    short: true,
    payable: true,
    refused: true,
  }),
  'order-detail': screens<OrderDetailScreen>(selectOrderDetailScreen, {
    loading: true,
    shown: true,
    unknown: true,
    failed: true,
  }),
  listing: screens<ListScreen>(selectListScreen, { loading: true, shown: true, empty: true, failed: true }),
  article: screens<ArticleScreen>(selectArticleScreen, {
    loading: true,
    shown: true,
    empty: true,
    unknown: true,
    failed: true,
  }),
  balance: screens<BalanceScreen>(selectBalanceScreen, { loading: true, ready: true, failed: true }),
};

export type ScreenName = { readonly machine: string; readonly name: string };

/** Every screen that there is. */
export const allScreens: readonly ScreenName[] = Object.entries(SCREENS).flatMap(([machine, { names }]) =>
  names.map((name) => ({ machine, name })),
);

/** What an actor would be drawn as now; null for an actor without screens. */
export const screenOf = (actor: AnyActor): ScreenName | null => {
  const machine = String(actor.logic.id ?? '');
  const known = SCREENS[machine];
  return known ? { machine, name: known.nameOf(actor.getSnapshot()) } : null;
};
