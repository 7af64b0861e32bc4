import { assertEvent, assign, enqueueActions, forwardTo, raise, sendTo, setup } from 'xstate';
import { balanceMachine } from '../balance/balance.machine.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import { listenerStub, machineStub } from '../kernel/port.ts';
import { noticesMachine } from '../notices/notices.machine.ts';
import type { orderDetailMachine } from '../order-detail/order-detail.machine.ts';
import type { OrderDetailInput } from '../order-detail/order-detail.types.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { rechargeMachine } from '../recharge/recharge.machine.ts';
import type { RechargeInput } from '../recharge/recharge.types.ts';
import { sessionMachine } from '../session/session.machine.ts';
import type { Account, SessionEvent, SessionGrant } from '../session/session.types.ts';
import {
  anonymousMove,
  authorisedMove,
  expiredMove,
  internalMove,
  kickedMove,
  stepAsked,
  stepMove,
} from './portal.access.ts';
import {
  bringForward,
  dismissOrder,
  dropCrashed,
  followCreated,
  followRecord,
  followUnpaid,
  go,
  lapseOrder,
  notify,
  putAside,
  repeatOrder,
  resubmitOrder,
  resumeOrder,
  resumeWork,
  settleOrder,
  stopPayments,
} from './portal.following.ts';
import { EMPTY_WORK, frontTicket, orderInView } from './portal.orders.ts';
import { FORBIDDEN, LOGOUT, matchPage } from './portal.routes.ts';
import type { HomeConfig, PortalConfig, PortalContext, PortalEmitted, PortalEvent, Work } from './portal.types.ts';
import { bootMachine } from './portal-boot.machine.ts';
import { restorationMachine } from './portal-restoration.machine.ts';
import type { RestorationInput } from './portal-restoration.types.ts';

/** What of an account must not outlive it. */
const NOBODY = {
  account: null,
  work: EMPTY_WORK,
  followed: [],
  focusedOrderId: null,
  step: null,
} as const satisfies Partial<PortalContext>;

export const blankPortal: PortalContext = {
  ...NOBODY,
  config: null,
  home: null,
  homeFailure: null,
  clockOffsetMs: 0,
  bootFailure: null,
  path: '',
  search: '',
  page: null,
  heading: null,
  leaveAsked: false,
  isMobile: false,
  online: true,
  toLink: null,
};

const NO_ACCOUNT: Account = { userId: '', gameAccountId: '', gameId: '', displayName: '' };

type Given = { readonly context: PortalContext };

export const balanceInput = ({ context: { account } }: Given): Account => account ?? NO_ACCOUNT;

export const restorationInput = (given: Given): RestorationInput => ({ account: balanceInput(given) });

export const rechargeInput = ({ context: { work } }: Given): RechargeInput => ({
  draft: work.draft,
  memory: work.memory,
  intent: work.intent,
  order: frontTicket(work),
});

export const detailInput = ({ context: { page } }: Given): OrderDetailInput => ({
  orderId: page?.name === 'order-detail' ? page.orderId : '',
});

export const portalSetup = setup({
  types: {
    context: {} as PortalContext,
    events: {} as PortalEvent,
    emitted: {} as PortalEmitted,
    children: {} as {
      boot: 'boot';
      session: 'session';
      notices: 'notices';
      restoration: 'restoration';
      recharge: 'recharge';
      balance: 'balance';
      'order-detail': 'orderDetail';
      surroundings: 'surroundings';
    },
  },
  actors: {
    surroundings: listenerStub<never, Record<string, never>>(),
    boot: bootMachine,
    session: sessionMachine,
    notices: noticesMachine,
    restoration: restorationMachine,
    recharge: machineStub<typeof rechargeMachine>('recharge'),
    balance: balanceMachine,
    orderDetail: machineStub<typeof orderDetailMachine>('orderDetail'),
    payment: machineStub<typeof paymentMachine>('payment'),
  },
  guards: {
    isOnline: ({ event }) => event.type === 'network.changed' && event.online,
    isOffline: ({ event }) => event.type === 'network.changed' && !event.online,
    isNarrow: ({ event }) => event.type === 'layout.changed' && event.isMobile,
    isWide: ({ event }) => event.type === 'layout.changed' && !event.isMobile,
    isKick: ({ event }) => event.type === 'session.ended' && event.why === 'kicked',
    isExpiry: ({ event }) => event.type === 'session.ended' && event.why === 'expired',
    isFarewell: ({ event }) => event.type === 'session.ended' && event.why === 'logout',
    asksToLeave: ({ context }) => context.leaveAsked,
    mustLogIn: ({ context }) => anonymousMove(context) !== null,
    mustMoveOn: ({ context }) => authorisedMove(context) !== null,
    hasGameAccount: (given) => balanceInput(given).gameAccountId !== '',
    isOnLogout: ({ context }) => context.page?.name === 'logout' && !context.page.byServer,
    isOnRecharge: ({ context }) => context.page?.name === 'recharge',
    isOffRecharge: ({ context }) => context.page?.name !== 'recharge',
    isOnDetail: ({ context }) => context.page?.name === 'order-detail',
    isOffDetail: ({ context }) => context.page?.name !== 'order-detail',
    leadsToRecharge: ({ event }) =>
      event.type === 'url.changed' && matchPage(event.path, event.search).name === 'recharge',
    leadsToAnotherOrder: ({ context, event }) => {
      assertEvent(event, 'url.changed');
      const page = matchPage(event.path, event.search);
      return page.name === 'order-detail' && page.orderId !== detailInput({ context }).orderId;
    },
    isInView: ({ context, event }) => event.type === 'payment.settled' && event.orderId === orderInView(context),
    isNotFocused: ({ context, event }) => event.type === 'payment.shown' && event.orderId !== context.focusedOrderId,
  },
  actions: {
    keepConfig: assign((_, { config }: { readonly config: PortalConfig }) => ({ config })),
    keepClock: assign((_, { offsetMs }: { readonly offsetMs: number }) => ({ clockOffsetMs: offsetMs })),
    keepHome: assign((_, { home }: { readonly home: HomeConfig }) => ({ home, homeFailure: null })),
    keepHomeFailure: assign((_, told: { readonly failure: Failure }) => ({ homeFailure: told.failure })),
    keepFailure: assign((_, told: { readonly failure: Failure }) => ({ bootFailure: told.failure })),
    blameDefect: assign({ bootFailure: failure('unknownError') }),
    keepLayout: assign(({ event }) => (event.type === 'layout.changed' ? { isMobile: event.isMobile } : {})),
    keepNetwork: assign(({ event }) => (event.type === 'network.changed' ? { online: event.online } : {})),
    keepStep: assign(({ event }) => (event.type === 'step.entered' ? { step: event.step } : {})),
    keepAccount: assign((_, { account }: SessionGrant) => ({ ...NOBODY, account })),
    dropAccount: assign(NOBODY),
    dropLeave: assign({ leaveAsked: false }),
    arrive: assign(({ event }) => {
      assertEvent(event, 'url.changed');
      const { path, search } = event;
      const page = matchPage(path, search);
      return { path, search, page, heading: null, leaveAsked: page.name === 'logout' && !page.byServer };
    }),

    openPage: enqueueActions((situation) => {
      assertEvent(situation.event, 'page.open');
      go(situation, internalMove(situation.event.to));
    }),
    goForbidden: enqueueActions((situation) => go(situation, { to: FORBIDDEN, replace: true })),
    goLogout: enqueueActions((situation) => go(situation, { to: LOGOUT, replace: false })),
    goLogin: enqueueActions((situation) => go(situation, anonymousMove(situation.context))),
    goLoginAgain: enqueueActions((situation) => go(situation, expiredMove(situation.context))),
    goSignedOut: enqueueActions((situation) => go(situation, kickedMove(situation.context))),
    moveOn: enqueueActions((situation) => go(situation, authorisedMove(situation.context))),
    showStep: enqueueActions((situation) => {
      assertEvent(situation.event, 'step.entered');
      go(situation, stepMove(situation.context, situation.event.replace));
    }),
    enterRecharge: enqueueActions(({ context: { page }, enqueue }) => {
      if (page?.name === 'recharge' && page.step) enqueue.sendTo('recharge', { type: 'step.goto', step: page.step });
      enqueue.sendTo('recharge', { type: 'page.enter' });
    }),
    leaveRecharge: enqueueActions(({ enqueue }) => {
      enqueue.assign({ step: null });
      enqueue.sendTo('recharge', { type: 'page.leave' });
    }),
    followStep: enqueueActions(({ context, enqueue, event }) => {
      assertEvent(event, 'url.changed');
      const step = stepAsked(context, event);
      if (step) enqueue.sendTo('recharge', { type: 'step.goto', step });
    }),

    resumeWork: enqueueActions((situation, { work }: { readonly work: Work }) => resumeWork(situation, work)),
    followUnpaid: enqueueActions((situation) => {
      assertEvent(situation.event, 'unpaid.found');
      followUnpaid(situation, situation.event.records);
    }),
    followCreated: enqueueActions((situation) => {
      assertEvent(situation.event, 'order.created');
      followCreated(situation, situation.event.ticket, situation.event.windowRef);
    }),
    followRecord: enqueueActions((situation) => {
      assertEvent(situation.event, 'order.followed');
      followRecord(situation, situation.event.record);
    }),
    resumeOrder: enqueueActions((situation) => {
      assertEvent(situation.event, 'order.resume');
      resumeOrder(situation, situation.event.orderId);
    }),
    repeatOrder: enqueueActions((situation) => {
      assertEvent(situation.event, 'order.repeat');
      repeatOrder(situation, situation.event.choices);
    }),
    bringForward: enqueueActions((situation) => {
      assertEvent(situation.event, 'payment.shown');
      bringForward(situation, situation.event.orderId);
    }),
    putAside: enqueueActions((situation) => {
      assertEvent(situation.event, 'payment.deferred');
      putAside(situation, situation.event.orderId);
    }),
    settleOrder: enqueueActions((situation) => {
      assertEvent(situation.event, 'payment.settled');
      settleOrder(situation, situation.event.orderId, situation.event.late);
    }),
    lapseOrder: enqueueActions((situation) => {
      assertEvent(situation.event, 'payment.lapsed');
      lapseOrder(situation, situation.event.orderId);
    }),
    resubmitOrder: enqueueActions((situation) => {
      assertEvent(situation.event, 'payment.resubmitted');
      resubmitOrder(situation, situation.event.orderId, situation.event.choices);
    }),
    dismissOrder: enqueueActions((situation) => {
      assertEvent(situation.event, 'payment.dismissed');
      dismissOrder(situation, situation.event.orderId);
    }),
    dropCrashed: enqueueActions((situation) => {
      const { event } = situation;
      if ('actorId' in event) dropCrashed(situation, event.actorId);
    }),
    stopPayments: enqueueActions(stopPayments),

    tellBoot: sendTo('boot', { type: 'boot.retry' }),
    tellSession: sendTo('session', (_, told: SessionEvent) => told),
    tellNotices: forwardTo('notices'),
    leaveSession: raise({ type: 'session.leave' }),
    resumeSession: raise({ type: 'session.resume' }),
    refreshBalance: sendTo('balance', { type: 'balance.refresh' }),
    refreshDetail: sendTo('order-detail', { type: 'detail.refresh' }),

    noticeOnline: enqueueActions((situation) => notify(situation, 'backOnline', 'info')),
    noticeStorage: enqueueActions((situation) => notify(situation, 'storageUnavailable', 'warning')),
    noticeBalance: enqueueActions((situation) => notify(situation, 'balanceFailed', 'error')),
    noticeRole: enqueueActions((situation) => notify(situation, 'roleReportFailed', 'warning')),
  },
});
