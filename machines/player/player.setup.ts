import { assertEvent, assign, enqueueActions, forwardTo, sendParent, sendTo, setup } from 'xstate';
import type { articleMachine } from '../article/article.machine.ts';
import type { ArticleInput } from '../article/article.types.ts';
import type { balanceMachine } from '../balance/balance.machine.ts';
import type { browsingMachine } from '../browsing/browsing.machine.ts';
import type { BrowsingEvent, BrowsingInput } from '../browsing/browsing.types.ts';
import type { bulletinsMachine } from '../bulletins/bulletins.machine.ts';
import { machineStub, portStub } from '../kernel/port.ts';
import type { RefusedStatus } from '../order/order.types.ts';
import type { orderDetailMachine } from '../order-detail/order-detail.machine.ts';
import type { OrderDetailInput } from '../order-detail/order-detail.types.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { rechargeMachine } from '../recharge/recharge.machine.ts';
import type { RechargeInput, RechargeStep, RechargeTarget } from '../recharge/recharge.types.ts';
import type { topupMachine } from '../topup/topup.machine.ts';
import type { TopupInput } from '../topup/topup.types.ts';
import {
  bringForward,
  dismissOrder,
  dropCrashed,
  followCreated,
  followRecord,
  followUnpaid,
  lapseOrder,
  notify,
  putAside,
  repeatOrder,
  resubmitOrder,
  resumeOrder,
  resumeWork,
  settleOrder,
  tellWizard,
  topUpFor,
} from './player.following.ts';
import { listOf } from './player.lists.ts';
import { EMPTY_WORK, frontTicket, orderInView, wizardOf } from './player.orders.ts';
import { stepPath } from './player.pages.ts';
import type { OutsideLink, PlayerContext, PlayerEvent, PlayerInput, PlayerReport, Work } from './player.types.ts';
import { restorationMachine } from './player-restoration.machine.ts';
import type { RestorationInput } from './player-restoration.types.ts';

type Given = { readonly context: PlayerContext };
export type LinkInput = OutsideLink & { readonly gameAccountId: string };
type Moved = Extract<PlayerEvent, { readonly type: 'page.changed' }>;

export const incoming = ({ input }: { readonly input: PlayerInput }): PlayerContext => ({
  ...input,
  work: EMPTY_WORK,
  followed: [],
  focusedOrderId: null,
  target: null,
  step: null,
  link: null,
});

export const accountOf = ({ context }: Given): RestorationInput => ({ account: context.account });

export const balanceInput = ({ context }: Given) => ({ gameAccountId: context.account.gameAccountId });

const frontOf = (work: Work, target: RechargeTarget) => {
  const front = frontTicket(work);
  return wizardOf(front) === target ? front : null;
};

export const rechargeInput = ({ context: { work } }: Given): RechargeInput => ({
  draft: work.draft,
  memory: work.memory,
  intent: work.intent,
  order: frontOf(work, 'game'),
});

export const topupInput = ({ context: { work } }: Given): TopupInput => ({
  ...work.topup,
  order: frontOf(work, 'epoint'),
});

export const detailInput = ({ context: { page } }: Given): OrderDetailInput => ({
  orderId: page?.name === 'payment_detail' ? page.orderId : '',
});

export const articleInput = ({ context: { page } }: Given): ArticleInput => ({
  articleId: page?.name === 'event-detail' ? page.articleId : '',
});

export const browsingInput = ({ context }: Given): BrowsingInput => ({ place: listOf(context.page) });

export const linkInput = ({ context: { account, link } }: Given): LinkInput => ({
  url: link?.url ?? '',
  windowRef: link?.windowRef ?? '',
  gameAccountId: account.gameAccountId,
});

/** The step the player asks for by the address; null for an address that the portal itself has left behind. */
const stepAsked = ({ step }: PlayerContext, { page, overtaken }: Moved): RechargeStep | null =>
  page.name === 'recharge' && page.step !== step && !overtaken ? page.step : null;

export const playerSetup = setup({
  types: {
    context: {} as PlayerContext,
    events: {} as PlayerEvent,
    input: {} as PlayerInput,
    children: {} as {
      restoration: 'restoration';
      recharge: 'recharge';
      topup: 'topup';
      balance: 'balance';
      'order-detail': 'orderDetail';
      browsing: 'browsing';
      article: 'article';
      bulletins: 'bulletins';
      openLink: 'openLink';
    },
  },
  actors: {
    restoration: restorationMachine,
    recharge: machineStub<typeof rechargeMachine>('recharge'),
    topup: machineStub<typeof topupMachine>('topup'),
    balance: machineStub<typeof balanceMachine>('balance'),
    orderDetail: machineStub<typeof orderDetailMachine>('orderDetail'),
    payment: machineStub<typeof paymentMachine>('payment'),
    browsing: machineStub<typeof browsingMachine>('browsing'),
    article: machineStub<typeof articleMachine>('article'),
    bulletins: machineStub<typeof bulletinsMachine>('bulletins'),
    openLink: portStub<null, LinkInput>('player.openLink'),
  },
  guards: {
    hasGameAccount: ({ context }) => context.account.gameAccountId !== '',
    takesPoints: ({ event }) => event.type === 'order.created' && event.ticket.points !== null,
    isOnRecharge: ({ context }) => context.page?.name === 'recharge',
    isOffRecharge: ({ context }) => context.page?.name !== 'recharge',
    isOnDetail: ({ context }) => context.page?.name === 'payment_detail',
    isOffDetail: ({ context }) => context.page?.name !== 'payment_detail',
    leadsToRecharge: ({ event }) => event.type === 'page.changed' && event.page.name === 'recharge',
    leadsToOtherHalf: ({ context, event }) =>
      event.type === 'page.changed' && event.page.name === 'recharge' && event.page.target !== context.target,
    isOfThisHalf: ({ context, event }) => event.type === 'step.entered' && event.target === context.target,
    leadsToAnotherOrder: ({ context, event }) => {
      assertEvent(event, 'page.changed');
      return event.page.name === 'payment_detail' && event.page.orderId !== detailInput({ context }).orderId;
    },
    isOnArticle: ({ context }) => context.page?.name === 'event-detail',
    isOffArticle: ({ context }) => context.page?.name !== 'event-detail',
    leadsToAnotherArticle: ({ context, event }) => {
      assertEvent(event, 'page.changed');
      return event.page.name === 'event-detail' && event.page.articleId !== articleInput({ context }).articleId;
    },
    isCurrent: ({ event }) => event.type === 'page.changed' && !event.overtaken,
    isInView: ({ context, event }) => event.type === 'payment.settled' && event.orderId === orderInView(context),
    isNotFocused: ({ context, event }) => event.type === 'payment.shown' && event.orderId !== context.focusedOrderId,
  },
  actions: {
    /** Does nothing until a port writes the log. */
    logRefusedStatus: (_, _refused: RefusedStatus) => {},
    arrive: assign(({ event }) => {
      assertEvent(event, 'page.changed');
      return { page: event.page };
    }),
    keepStep: assign(({ event }) => (event.type === 'step.entered' ? { step: event.step } : {})),

    tellOpened: sendParent((): PlayerReport => ({ type: 'work.opened' })),
    tellClosed: sendParent((): PlayerReport => ({ type: 'work.closed' })),
    tellForbidden: sendParent((): PlayerReport => ({ type: 'screen.forbidden' })),
    showStep: sendParent(({ context: { page }, event }): PlayerReport => {
      assertEvent(event, 'step.entered');
      const isBare = page?.name === 'recharge' && page.step === null;
      return { type: 'address.follow', to: stepPath(event.step, event.target), replace: event.replace || isBare };
    }),
    enterRecharge: enqueueActions(({ context: { page }, enqueue }) => {
      if (page?.name !== 'recharge') return;
      enqueue.assign({ target: page.target });
      if (page.step) tellWizard({ enqueue }, page.target, { type: 'step.goto', step: page.step });
      tellWizard({ enqueue }, page.target, { type: 'page.enter' });
    }),
    leaveRecharge: enqueueActions(({ context: { target }, enqueue }) => {
      enqueue.assign({ target: null, step: null });
      if (target) tellWizard({ enqueue }, target, { type: 'page.leave' });
    }),
    followStep: enqueueActions(({ context, enqueue, event }) => {
      assertEvent(event, 'page.changed');
      const asked = stepAsked(context, event);
      const { target } = context;
      if (asked && target) tellWizard({ enqueue }, target, { type: 'step.goto', step: asked });
      const isBare = event.page.name === 'recharge' && event.page.step === null;
      if (isBare && context.step && target)
        enqueue.sendParent({ type: 'address.follow', to: stepPath(context.step, target), replace: true });
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
    topUp: enqueueActions((situation) => {
      assertEvent(situation.event, 'points.needed');
      topUpFor(situation, situation.event.orderId);
    }),
    dropCrashed: enqueueActions((situation) => {
      const { event } = situation;
      if ('actorId' in event) dropCrashed(situation, event.actorId);
    }),

    tellBrowsing: sendTo('browsing', ({ event }): BrowsingEvent => {
      assertEvent(event, 'page.changed');
      return { type: 'place.changed', place: listOf(event.page) };
    }),
    keepLink: enqueueActions(({ event, enqueue }) => {
      assertEvent(event, 'link.open');
      enqueue.assign({ link: { url: event.url, windowRef: event.windowRef } });
      enqueue.sendParent({ type: 'link.waiting', url: event.url });
    }),
    dropLink: enqueueActions(({ enqueue }) => {
      enqueue.assign({ link: null });
      enqueue.sendParent({ type: 'link.waiting', url: null });
    }),
    refreshList: sendTo('browsing', { type: 'list.refresh' }),
    followList: sendParent(({ event }): PlayerReport => {
      assertEvent(event, 'list.placed');
      return { type: 'address.follow', to: event.to, replace: event.replace };
    }),

    refreshBalance: sendTo('balance', { type: 'balance.refresh' }),
    tellDetail: forwardTo('order-detail'),
    refreshDetail: sendTo('order-detail', { type: 'detail.refresh' }),
    noticeBalance: enqueueActions((situation) => notify(situation, 'balanceFailed', 'error')),
    noticeLink: enqueueActions((situation) => notify(situation, 'serviceLinkMissing', 'error')),
    noticeUnpaid: enqueueActions((situation) => notify(situation, 'unpaidFailed', 'warning')),
    noticeRole: enqueueActions((situation) => notify(situation, 'roleReportFailed', 'warning')),
  },
  delays: { soon: 1_000 },
});
