import { assertEvent, assign, enqueueActions, forwardTo, sendParent, sendTo, setup } from 'xstate';
import type { ArticleInput, articleMachine } from '../article/article.machine.ts';
import type { balanceMachine } from '../balance/balance.machine.ts';
import type { bulletinsMachine } from '../bulletins/bulletins.machine.ts';
import type { epointRechargeMachine } from '../epoint-recharge/epoint-recharge.machine.ts';
import type { EpointRechargeEvent } from '../epoint-recharge/epoint-recharge.types.ts';
import type { homeMachine } from '../home/home.machine.ts';
import { machineStub, ports } from '../kernel/port.ts';
import { readParam } from '../kernel/url.ts';
import type { ListLocation, ListQuery } from '../lists/list.types.ts';
import { readListLocation, unfiltered } from '../lists/list.url.ts';
import type { ListRouteEvent, listRouteMachine } from '../lists/list-route.machine.ts';
import { METHOD_TRAITS } from '../order/order.methods.ts';
import type { RefusedStatus } from '../order/order.types.ts';
import type { OrderDetailInput, orderDetailMachine } from '../order-detail/order-detail.machine.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { rechargeMachine } from '../recharge/recharge.machine.ts';
import * as tracking from './order-tracking.ts';
import { type ResumeEvent, resumeMachine } from './resume.machine.ts';
import { orderInView, ticketOf, WIZARDS, withChange } from './signed-in.orders.ts';
import { type AccountSection, type Page, stepPath } from './signed-in.pages.ts';
import type {
  SignedInContext,
  SignedInEvent,
  SignedInEventOf,
  SignedInInput,
  SignedInOwnPorts,
  SignedInReport,
} from './signed-in.types.ts';

type ContextArgs = { readonly context: SignedInContext };

export const detailInput = ({ context: { page } }: ContextArgs): OrderDetailInput => ({
  orderId: page?.name === 'payment_detail' ? page.orderId : '',
});

export const articleInput = ({ context: { page } }: ContextArgs): ArticleInput => ({
  articleId: page?.name === 'event-detail' ? page.articleId : '',
});

const ACCOUNT_LISTS: Readonly<Record<AccountSection, ListQuery['kind'] | null>> = {
  user: null,
  recharge: 'orders',
  epoint: 'ledger',
};

const locationIn = (kind: ListQuery['kind'] | null, search: string): ListLocation | null =>
  kind && readListLocation(kind, (name) => readParam(search, name));

/** The list of a page, as its URL specifies it; null for a page without a list. The home page shows the latest articles. */
export const listLocationOf = (page: Page | null): ListLocation | null => {
  switch (page?.name) {
    case 'account':
      return locationIn(ACCOUNT_LISTS[page.section], page.search);
    case 'events':
      return locationIn('articles', page.search);
    case 'home':
      return { query: unfiltered('articles'), page: 1 };
    default:
      return null;
  }
};

const isLedger = (page: Page | null): boolean => page?.name === 'account' && page.section === 'epoint';

export const signedInSetup = setup({
  types: {
    context: {} as SignedInContext,
    events: {} as SignedInEvent,
    input: {} as SignedInInput,
    children: {} as {
      resume: 'resume';
      recharge: 'recharge';
      epointRecharge: 'epointRecharge';
      balance: 'balance';
      'order-detail': 'orderDetail';
      listRoute: 'listRoute';
      article: 'article';
      bulletins: 'bulletins';
      home: 'home';
      openLink: 'openLink';
      closeWindow: 'closeWindow';
    },
  },
  actors: {
    resume: resumeMachine,
    recharge: machineStub<typeof rechargeMachine>('recharge'),
    epointRecharge: machineStub<typeof epointRechargeMachine>('epointRecharge'),
    balance: machineStub<typeof balanceMachine>('balance'),
    orderDetail: machineStub<typeof orderDetailMachine>('orderDetail'),
    payment: machineStub<typeof paymentMachine>('payment'),
    listRoute: machineStub<typeof listRouteMachine>('listRoute'),
    article: machineStub<typeof articleMachine>('article'),
    bulletins: machineStub<typeof bulletinsMachine>('bulletins'),
    home: machineStub<typeof homeMachine>('home'),
    ...ports<SignedInOwnPorts>({ openLink: 'port', closeWindow: 'port' }),
  },
  guards: {
    hasGameAccount: ({ context }) => context.account.gameAccountId !== '',
    takesPoints: ({ event }) => event.type === 'order.created' && METHOD_TRAITS[event.ticket.payment.kind].takesPoints,
    isOnRecharge: ({ context }) => context.page?.name === 'recharge',
    isOffRecharge: ({ context }) => context.page?.name !== 'recharge',
    isOnDetail: ({ context }) => context.page?.name === 'payment_detail',
    isOffDetail: ({ context }) => context.page?.name !== 'payment_detail',
    opensRecharge: ({ event }) => event.type === 'page.changed' && event.page.name === 'recharge',
    opensOtherWizard: ({ context, event }) =>
      event.type === 'page.changed' && event.page.name === 'recharge' && event.page.target !== context.target,
    isFromShownWizard: ({ context, event }) => event.type === 'step.entered' && event.target === context.target,
    opensOtherOrder: ({ context, event }) => {
      assertEvent(event, 'page.changed');
      return event.page.name === 'payment_detail' && event.page.orderId !== detailInput({ context }).orderId;
    },
    opensLedger: ({ context, event }) =>
      event.type === 'page.changed' && isLedger(event.page) && !isLedger(context.page),
    isOnHome: ({ context }) => context.page?.name === 'home',
    isOffHome: ({ context }) => context.page?.name !== 'home',
    isOnArticle: ({ context }) => context.page?.name === 'event-detail',
    isOffArticle: ({ context }) => context.page?.name !== 'event-detail',
    opensOtherArticle: ({ context, event }) => {
      assertEvent(event, 'page.changed');
      return event.page.name === 'event-detail' && event.page.articleId !== articleInput({ context }).articleId;
    },
    isCurrent: ({ event }) => event.type === 'page.changed' && !event.stale,
    isTracked: ({ context, event }) =>
      event.type === 'order.loaded' && ticketOf(context.tracked, event.observation.record.paymentId) !== null,
    isInView: ({ context, event }) => event.type === 'payment.settled' && event.orderId === orderInView(context),
    isNotFocused: ({ context, event }) => event.type === 'payment.shown' && event.orderId !== context.focusedOrderId,
  },
  actions: {
    /** Does nothing until a port is provided. */
    logRefusedStatus: (_, _refused: RefusedStatus) => {},
    setPage: assign(({ event }) => {
      assertEvent(event, 'page.changed');
      return { page: event.page };
    }),
    setStep: assign(({ event }) => (event.type === 'step.entered' ? { step: event.step } : {})),

    reportReady: sendParent((): SignedInReport => ({ type: 'resume.ready' })),
    reportStopped: sendParent((): SignedInReport => ({ type: 'resume.stopped' })),
    reportForbidden: sendParent((): SignedInReport => ({ type: 'screen.forbidden' })),
    reportStepUrl: sendParent(({ context: { page }, event }): SignedInReport => {
      assertEvent(event, 'step.entered');
      const isBare = page?.name === 'recharge' && page.step === null;
      return { type: 'url.sync', to: stepPath(event.step, event.target), replace: event.replace || isBare };
    }),
    enterRecharge: enqueueActions((args) => {
      const { context, enqueue } = args;
      const { page } = context;
      if (page?.name !== 'recharge') return;
      enqueue.assign({ target: page.target });
      if (page.again) tracking.applyRepetition(args, page.target, page.again);
      else if (page.step) tracking.sendToWizard({ enqueue }, page.target, { type: 'step.goto', step: page.step });
      tracking.sendToWizard({ enqueue }, page.target, { type: 'page.enter' });
    }),
    leaveRecharge: enqueueActions(({ context: { target }, enqueue }) => {
      enqueue.assign({ target: null, step: null });
      if (target) tracking.sendToWizard({ enqueue }, target, { type: 'page.leave' });
    }),
    applyPageStep: enqueueActions((args) => {
      const { context, enqueue, event } = args;
      assertEvent(event, 'page.changed');
      const { page, stale } = event;
      if (page.name !== 'recharge') return;
      if (page.again && !stale) {
        tracking.applyRepetition(args, page.target, page.again);
        return;
      }
      const { target, step } = context;
      if (target && page.step && page.step !== step && !stale)
        tracking.sendToWizard({ enqueue }, target, { type: 'step.goto', step: page.step });
      if (target && step && page.step === null)
        enqueue.sendParent({ type: 'url.sync', to: stepPath(step, target), replace: true });
    }),

    applyResumeState: enqueueActions(tracking.applyResumeState),
    trackUnpaid: enqueueActions(tracking.trackUnpaid),
    trackCreated: enqueueActions(tracking.trackCreated),
    trackRecord: enqueueActions(tracking.trackRecord),
    forwardToPayment: enqueueActions(tracking.forwardToPayment),
    resumeOrder: enqueueActions(tracking.resumeOrder),
    hideOrder: assign(({ context, event }) => {
      assertEvent(event, 'order.hide');
      return { tracked: withChange(context.tracked, event.orderId, { hidden: true }) };
    }),
    repeatOrder: enqueueActions(tracking.repeatOrder),
    focusOrder: enqueueActions(tracking.focusOrder),
    settleOrder: enqueueActions(tracking.settleOrder),
    concludeOrder: enqueueActions(tracking.concludeOrder),
    lapseOrder: enqueueActions(tracking.lapseOrder),
    leaveEndedOrder: enqueueActions(tracking.leaveEndedOrder),
    resubmitOrder: enqueueActions(tracking.resubmitOrder),
    releaseOrder: enqueueActions(tracking.releaseOrder),
    releaseDeferred: enqueueActions(tracking.releaseDeferred),
    dismissOrder: enqueueActions(tracking.dismissOrder),
    startCover: enqueueActions(({ enqueue }, confirmed: SignedInEventOf<'package.confirmed'>) => {
      enqueue.assign({ coverId: null });
      enqueue.sendTo(WIZARDS.game, confirmed);
    }),
    loadPackages: sendTo('epointRecharge', { type: 'shop.load' } satisfies EpointRechargeEvent),
    topUpForOrder: enqueueActions(tracking.topUpForOrder),
    dismissCrashed: enqueueActions(tracking.dismissCrashed),

    sendUnpaidWatch: sendTo('resume', { type: 'unpaid.watch' } satisfies ResumeEvent),
    sendLocation: sendTo('listRoute', ({ event }): ListRouteEvent => {
      assertEvent(event, 'page.changed');
      return { type: 'location.changed', location: listLocationOf(event.page) };
    }),
    setLink: enqueueActions(({ event, enqueue }) => {
      assertEvent(event, 'link.open');
      enqueue.assign({ link: { url: event.url, windowRef: event.windowRef } });
      enqueue.sendParent({ type: 'link.waiting', url: event.url });
    }),
    clearLink: enqueueActions(({ enqueue }) => {
      enqueue.assign({ link: null });
      enqueue.sendParent({ type: 'link.waiting', url: null });
    }),
    sendListRefresh: sendTo('listRoute', { type: 'list.refresh' }),
    reportListUrl: sendParent(({ event }): SignedInReport => {
      assertEvent(event, 'list.navigated');
      return { type: 'url.sync', to: event.to, replace: event.replace };
    }),

    sendBalanceRefresh: sendTo('balance', { type: 'balance.refresh' }),
    forwardToDetail: forwardTo('order-detail'),
    sendDetailRefresh: sendTo('order-detail', { type: 'detail.refresh' }),
    notifyBalanceFailed: enqueueActions((args) => tracking.notify(args, { subject: 'balanceFailed', level: 'error' })),
    notifyLinkFailed: enqueueActions((args) =>
      tracking.notify(args, { subject: 'serviceLinkMissing', level: 'error' }),
    ),
    notifyUnpaidFailed: enqueueActions((args) => tracking.notify(args, { subject: 'unpaidFailed', level: 'warning' })),
    notifyRoleReportFailed: enqueueActions((args) =>
      tracking.notify(args, { subject: 'roleReportFailed', level: 'warning' }),
    ),
  },
  delays: { retryDelay: 1_000 },
});
