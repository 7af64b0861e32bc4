import { contextOf, redirectPaymentSetup, toWindowRequest, windowOf } from './redirect-payment.setup.ts';

export const redirectPaymentMachine = redirectPaymentSetup.createMachine({
  id: 'redirect-payment',
  options: { maxIterations: 1_000 },
  description: 'Pays one order on a page of the provider, in a window that the click on Pay opened.',
  context: contextOf,
  type: 'parallel',
  states: {
    page: {
      initial: 'starting',
      on: {
        'page.reopen': [
          { guard: 'isLinkHidden' },
          { guard: 'hasWindow', target: '.opening', actions: 'setWindow' },
          { target: '.awaiting', actions: 'clearWindowBlocked' },
        ],
        'page.found': [
          { guard: 'isPageMissing', target: '.opening', actions: 'setFoundPage' },
          { actions: 'reportRefused' },
        ],
      },
      states: {
        starting: {
          always: [
            { guard: 'isJustConfirmed', target: 'opening' },
            { guard: 'isWithoutPage', target: 'awaiting' },
            { target: 'opening' },
          ],
        },
        opening: {
          description: 'Checks pay_url and navigates the window that waits for it.',
          tags: 'opening',
          invoke: {
            id: 'openWindow',
            src: 'openWindow',
            input: toWindowRequest,
            onDone: [
              {
                guard: { type: 'isRefused', params: ({ event }) => event.output },
                target: 'deciding',
                actions: [{ type: 'setWindowAnswer', params: ({ event }) => event.output }, 'reportRefused'],
              },
              {
                target: 'deciding',
                actions: [{ type: 'setWindowAnswer', params: ({ event }) => event.output }, 'reportOffered'],
              },
            ],
            onError: 'blocked',
          },
        },
        deciding: { always: [{ guard: 'isWindowBlocked', target: 'blocked' }, { target: 'awaiting' }] },
        awaiting: {
          on: {
            'page.reopen': { guard: 'isBlockedAgain', target: 'blocked' },
            'window.blank': { target: 'blocked', actions: 'setWindowBlocked' },
          },
        },
        blocked: {
          description: 'The window was blocked or stays blank: offers the link, a QR code and a copy button.',
          tags: 'blocked',
          on: { 'window.left': { target: 'awaiting', actions: 'clearWindowBlocked' } },
        },
      },
    },
    window: {
      description: 'Watches the payment window. Its closing never decides anything: the order is read.',
      initial: 'watching',
      states: {
        watching: {
          invoke: { id: 'paymentWindow', src: 'paymentWindow', input: windowOf, onError: {} },
          on: {
            'window.closed': { target: 'closed', actions: 'reportClosed' },
            'page.reopen': [{ guard: 'isLinkHidden' }, { guard: 'hasWindow', target: 'watching', reenter: true }],
            'method.paid': 'closing',
          },
        },
        closed: {
          description: 'The window looks closed: asks whether the player has paid.',
          tags: 'closed',
          on: { 'page.reopen': [{ guard: 'isLinkHidden' }, { guard: 'hasWindow', target: 'watching' }] },
        },
        closing: {
          description: 'The order is paid, so the player is taken back.',
          invoke: { id: 'closeWindow', src: 'closeWindow', input: windowOf, onDone: 'ended', onError: 'ended' },
        },
        ended: {},
      },
    },
  },
});
