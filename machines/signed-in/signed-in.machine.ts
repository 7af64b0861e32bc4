import type { EpointRechargeInput } from '../epoint-recharge/epoint-recharge.types.ts';
import { type PortsOf, wire } from '../kernel/port.ts';
import type { RefusedStatus } from '../order/order.types.ts';
import type { RechargeInput } from '../recharge/recharge.types.ts';
import type { RechargeTarget } from '../wizard/wizard.types.ts';
import { EMPTY_RESUME_STATE, type ResumePorts, type ResumeState, resumeMachine } from './resume.machine.ts';
import { targetOfTicket, ticketToFocus } from './signed-in.orders.ts';
import { articleInput, detailInput, listLocationOf, signedInSetup } from './signed-in.setup.ts';
import type { LinkInput, SignedInContext, SignedInOwnPorts } from './signed-in.types.ts';

type ContextArgs = { readonly context: SignedInContext };

const resumeInput = ({ context: { account } }: ContextArgs) => ({ account });
const balanceInput = ({ context: { account } }: ContextArgs) => ({ gameAccountId: account.gameAccountId });
const listRouteInput = ({ context: { page } }: ContextArgs) => ({ location: listLocationOf(page) });

const focusedTicketOf = (resumeState: ResumeState, target: RechargeTarget) => {
  const front = ticketToFocus(resumeState);
  return targetOfTicket(front) === target ? front : null;
};

const rechargeInput = ({ context: { resumeState } }: ContextArgs): RechargeInput => ({
  draft: resumeState.draft,
  memory: resumeState.memory && {
    ...resumeState.memory,
    itemId: resumeState.tickets.length ? null : resumeState.memory.itemId,
  },
  intent: resumeState.intent,
  order: focusedTicketOf(resumeState, 'game'),
});

const epointRechargeInput = ({ context: { resumeState } }: ContextArgs): EpointRechargeInput => ({
  ...resumeState.epointRecharge,
  order: focusedTicketOf(resumeState, 'epoint'),
});

const linkInput = ({ context: { account, link } }: ContextArgs): LinkInput => ({
  url: link?.url ?? '',
  windowRef: link?.windowRef ?? '',
  gameAccountId: account.gameAccountId,
});

export const signedInMachine = signedInSetup.createMachine({
  id: 'signed-in',
  options: { maxIterations: 1_000 },
  context: ({ input: { account, page } }) => ({
    account,
    page,
    resumeState: EMPTY_RESUME_STATE,
    tracked: [],
    focusedOrderId: null,
    target: null,
    step: null,
    coverId: null,
    link: null,
  }),
  type: 'parallel',
  invoke: { id: 'bulletins', src: 'bulletins', onError: {} },
  on: { 'screen.forbidden': { actions: 'reportForbidden' } },
  states: {
    coinBalance: {
      initial: 'unavailable',
      states: {
        unavailable: { always: { guard: 'hasGameAccount', target: 'running' } },
        running: {
          invoke: { id: 'balance', src: 'balance', input: balanceInput, onError: 'crashed' },
          on: {
            'payment.settled': { actions: 'sendBalanceRefresh' },
            'payment.concluded': { actions: 'sendBalanceRefresh' },
            'points.needed': { actions: 'sendBalanceRefresh' },
            'page.changed': { guard: 'opensLedger', actions: 'sendBalanceRefresh' },
            'order.created': { guard: 'takesPoints', actions: 'sendBalanceRefresh' },
            'balance.failed': { actions: 'notifyBalanceFailed' },
          },
        },
        crashed: {},
      },
    },
    purchasing: {
      initial: 'running',
      states: {
        running: {
          invoke: { id: 'resume', src: 'resume', input: resumeInput, onError: 'crashed' },
          initial: 'restoring',
          states: {
            restoring: {
              on: {
                'resume.loaded': {
                  target: 'ready',
                  actions: { type: 'applyResumeState', params: ({ event }) => event },
                },
              },
            },
            ready: {
              entry: 'reportReady',
              exit: 'reportStopped',
              invoke: [
                { id: 'recharge', src: 'recharge', input: rechargeInput, onError: '#crashed' },
                { id: 'epointRecharge', src: 'epointRecharge', input: epointRechargeInput, onError: '#crashed' },
              ],
              type: 'parallel',
              states: {
                page: {
                  initial: 'routing',
                  states: {
                    routing: {
                      always: [
                        { guard: 'isOnRecharge', target: 'recharging' },
                        { guard: 'isOnDetail', target: 'viewingOrder' },
                      ],
                    },
                    recharging: {
                      entry: ['leaveEndedOrder', 'enterRecharge'],
                      always: { guard: 'isOffRecharge', target: 'routing', actions: 'leaveRecharge' },
                      on: {
                        'page.changed': [
                          { guard: 'opensOtherWizard', target: 'routing', actions: 'leaveRecharge' },
                          { guard: 'opensRecharge', actions: 'applyPageStep' },
                        ],
                        'step.entered': { guard: 'isFromShownWizard', actions: ['setStep', 'reportStepUrl'] },
                      },
                    },
                    viewingOrder: {
                      invoke: {
                        id: 'order-detail',
                        src: 'orderDetail',
                        input: detailInput,
                        onError: 'crashed',
                      },
                      always: { guard: 'isOffDetail', target: 'routing' },
                      on: {
                        'page.changed': { guard: 'opensOtherOrder', target: 'routing' },
                        'payment.settled': { guard: 'isInView', actions: 'sendDetailRefresh' },
                        'order.observed': { actions: 'forwardToDetail' },
                      },
                    },
                    crashed: { on: { 'page.changed': 'routing' } },
                  },
                },
                tracking: {
                  description: 'Runs one payment.<orderId> child for each order that is not final.',
                  on: {
                    'unpaid.found': { actions: { type: 'trackUnpaid', params: ({ event }) => event } },
                    'unpaid.failed': { actions: 'notifyUnpaidFailed' },
                    'order.created': { actions: { type: 'trackCreated', params: ({ event }) => event } },
                    'order.replaced': { actions: 'sendUnpaidWatch' },
                    'order.loaded': {
                      guard: 'isTracked',
                      actions: { type: 'forwardToPayment', params: ({ event }) => event },
                    },
                    'order.tracked': { actions: { type: 'trackRecord', params: ({ event }) => event } },
                    'order.resume': { actions: { type: 'resumeOrder', params: ({ event }) => event } },
                    'order.hide': { actions: 'hideOrder' },
                    'order.repeat': { actions: { type: 'repeatOrder', params: ({ event }) => event } },
                    'points.short': { actions: 'loadPackages' },
                    'package.confirmed': { actions: { type: 'startCover', params: ({ event }) => event } },
                    'points.needed': { actions: { type: 'topUpForOrder', params: ({ event }) => event } },
                    'role.reportFailed': { actions: 'notifyRoleReportFailed' },
                    'status.refused': {
                      actions: { type: 'logRefusedStatus', params: ({ event }) => event },
                    },
                    'payment.shown': {
                      guard: 'isNotFocused',
                      actions: { type: 'focusOrder', params: ({ event }) => event },
                    },
                    'payment.deferred': { actions: { type: 'releaseDeferred', params: ({ event }) => event } },
                    'payment.settled': { actions: { type: 'settleOrder', params: ({ event }) => event } },
                    'payment.concluded': { actions: { type: 'concludeOrder', params: ({ event }) => event } },
                    'payment.lapsed': { actions: { type: 'lapseOrder', params: ({ event }) => event } },
                    'payment.resubmitted': { actions: { type: 'resubmitOrder', params: ({ event }) => event } },
                    'payment.released': { actions: { type: 'releaseOrder', params: ({ event }) => event } },
                    'payment.dismissed': { actions: { type: 'dismissOrder', params: ({ event }) => event } },
                    'xstate.error.actor.payment.*': {
                      actions: { type: 'dismissCrashed', params: ({ event }) => event },
                    },
                  },
                },
              },
            },
          },
        },
        crashed: {
          id: 'crashed',
          description: 'A wizard crashed. Restarts from the stored resume state.',
          after: { retryDelay: 'running' },
        },
      },
    },
    list: {
      initial: 'running',
      states: {
        running: {
          invoke: { id: 'listRoute', src: 'listRoute', input: listRouteInput, onError: 'crashed' },
          on: {
            'page.changed': { guard: 'isCurrent', actions: 'sendLocation' },
            'list.navigated': { actions: 'reportListUrl' },
            'payment.settled': { actions: 'sendListRefresh' },
            'payment.concluded': { actions: 'sendListRefresh' },
          },
        },
        crashed: { on: { 'page.changed': 'running' } },
      },
    },
    article: {
      description: 'The article of the current page.',
      initial: 'closed',
      states: {
        closed: { always: { guard: 'isOnArticle', target: 'open' } },
        open: {
          invoke: { id: 'article', src: 'article', input: articleInput, onError: 'crashed' },
          always: { guard: 'isOffArticle', target: 'closed' },
          on: { 'page.changed': { guard: 'opensOtherArticle', target: 'closed' } },
        },
        crashed: { on: { 'page.changed': 'closed' } },
      },
    },
    home: {
      description: 'What the player chose on the home page, while it is open.',
      initial: 'closed',
      states: {
        closed: { always: { guard: 'isOnHome', target: 'open' } },
        open: {
          invoke: { id: 'home', src: 'home', onError: 'crashed' },
          always: { guard: 'isOffHome', target: 'closed' },
        },
        crashed: { on: { 'page.changed': 'closed' } },
      },
    },
    externalLink: {
      description: 'Opens an external link with a sign-in ticket.',
      initial: 'idle',
      states: {
        idle: {},
        opening: {
          exit: 'clearLink',
          invoke: {
            id: 'openLink',
            src: 'openLink',
            input: linkInput,
            onDone: 'idle',
            onError: { target: 'idle', actions: 'notifyLinkFailed' },
          },
        },
      },
      on: { 'link.open': { target: '.opening', reenter: true, actions: 'setLink' } },
    },
    location: {
      description: 'The last region, so that the other regions still see the previous page.',
      on: { 'page.changed': { actions: 'setPage' } },
    },
  },
});

export type SignedInPorts = SignedInOwnPorts &
  ResumePorts & {
    /** Writes a line to the client's log. Never throws. */
    logRefusedStatus: (refused: RefusedStatus) => void;
  };

type SignedInChildren = Omit<PortsOf<typeof signedInMachine>, keyof SignedInOwnPorts | 'resume'>;

export const wireSignedIn = (ports: SignedInPorts, children: SignedInChildren): typeof signedInMachine =>
  wire(signedInMachine, ports, { ...children, resume: wire(resumeMachine, ports) }).provide({
    actions: { logRefusedStatus: (_, refused) => ports.logRefusedStatus(refused) },
  });
