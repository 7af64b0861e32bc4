import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { failure } from '../../../machines/kernel/failure.ts';
import { redirectPaymentMachine } from '../../../machines/payment/redirect/redirect-payment.machine.ts';
import { selectRedirectPaymentScreen } from '../../../machines/payment/redirect/redirect-payment.screens.ts';
import type { ControlledPortal } from './controlled-portal.ts';
import type { Move } from './explorer.ts';
import type { Subject } from './model-mirror.ts';
import { blockWindows } from './payment.moves.ts';

type RedirectSnapshot = Parameters<typeof selectRedirectPaymentScreen>[0];

const PAYMENT = '$/signedIn/payment.';

const as = (snapshot: AnyMachineSnapshot): RedirectSnapshot => snapshot as unknown as RedirectSnapshot;
const when = (is: boolean, ...events: readonly AnyEventObject[]): readonly AnyEventObject[] => (is ? events : []);
const screenOf = (snapshot: AnyMachineSnapshot) => selectRedirectPaymentScreen(as(snapshot));

export const redirectSubject: Subject = {
  machine: redirectPaymentMachine,
  listeners: ['paymentWindow'],
  path: PAYMENT,
  depth: 4,
  keyOf: (snapshot) => {
    const { start, payUrl, payUrlVerdict, windowRef } = as(snapshot).context;
    return JSON.stringify([snapshot.value, start, payUrl === null, payUrlVerdict, windowRef === null]);
  },
  look: (portal, snapshot) =>
    portal.expectShown(portal.page.getByRole('dialog'), 'data-state', screenOf(snapshot).name),
};

const opened = (is: boolean): AnyEventObject => ({
  type: 'xstate.done.actor.openWindow',
  output: { opened: is, refused: false },
});

/** The recording masks pay_url, so the verdict on it decides. */
const isOpenable = (snapshot: AnyMachineSnapshot): boolean => {
  const { name, blocked } = screenOf(snapshot);
  return name === 'awaiting' && as(snapshot).context.payUrlVerdict === 'allowed' && !blocked;
};

export const redirectMoves: readonly Move[] = [
  {
    name: 'open the payment page again',
    events: (snapshot) => when(isOpenable(snapshot), { type: 'page.reopen', windowRef: 'w2' }, opened(true)),
    act: (portal) => portal.pressForWindow(portal.button('Reopen the payment page')),
  },
  {
    name: 'open the payment page again, and the browser blocks it',
    events: (snapshot) => when(isOpenable(snapshot), { type: 'page.reopen', windowRef: null }),
    act: async (portal) => {
      await blockWindows(portal, true);
      const done = await portal.press(portal.button('Reopen the payment page'));
      await blockWindows(portal, false);
      return done;
    },
  },
  {
    name: 'press the link that a blocked window leaves',
    events: (snapshot) => when(screenOf(snapshot).blocked, { type: 'page.reopen', windowRef: null }),
    act: (portal) => portal.pressForWindow(portal.page.getByRole('link', { name: 'Open the payment page' })),
  },
  {
    name: 'the payment window turns blank',
    events: (snapshot) =>
      when(isOpenable(snapshot) && as(snapshot).context.windowRef !== null, { type: 'window.blank' }),
    act: async (portal) => portal.moveCashier('about:blank'),
  },
  {
    name: 'the payment window leaves the blank page',
    events: (snapshot) =>
      when(screenOf(snapshot).blocked && as(snapshot).context.windowRef !== null, { type: 'window.left' }),
    act: async (portal) => {
      if (portal.cashier?.url() !== 'about:blank') return false;
      return portal.moveCashier(portal.payUrl);
    },
  },
  {
    name: 'the payment window is closed',
    events: (snapshot) => when(as(snapshot).context.windowRef !== null, { type: 'window.closed' }),
    act: async (portal) => {
      if (!portal.cashier || portal.cashier.isClosed()) return false;
      await portal.cashier.close();
      await portal.pass(2_100);
      return true;
    },
  },
  {
    name: 'reload the page',
    events: (snapshot) => when(as(snapshot).context.start === 'pay', { type: 'method.shown' }),
    begins: (snapshot) => {
      const { orderId, payUrl } = as(snapshot).context;
      return { orderId, payment: { kind: 'redirect', payUrl }, start: 'offer', windowRef: null };
    },
    act: async (portal) => {
      await portal.reload();
      return true;
    },
  },
];

const inject = (name: string, ...events: readonly AnyEventObject[]): Move => ({
  name: `injected: ${name}`,
  events: () => events,
  act: async (portal: ControlledPortal) => {
    await portal.inject(`${PAYMENT}${portal.orderId()}/method.redirect`, ...events);
    return true;
  },
});

const defectOf = (child: string): AnyEventObject => ({
  type: `xstate.error.actor.${child}`,
  actorId: child,
  error: failure('unknownError'),
});

const checked = (refused: boolean): AnyEventObject => ({
  type: 'xstate.done.actor.openWindow',
  output: { opened: false, refused },
});

/** Late presses, pages that a later read finds, and defects. */
export const redirectInjected: readonly Move[] = [
  inject('page.reopen', { type: 'page.reopen', windowRef: null }),
  inject('page.reopen, and a defect while it opens', { type: 'page.reopen', windowRef: 'w9' }, defectOf('openWindow')),
  inject('page.found', { type: 'page.found', payUrl: 'http://127.0.0.1/cashier/found' }, checked(false)),
  inject(
    'page.found, for a page that must not be opened',
    { type: 'page.found', payUrl: 'javascript:alert(1)' },
    checked(true),
  ),
  inject(
    'page.found, and a defect while it is checked',
    { type: 'page.found', payUrl: 'http://127.0.0.1/cashier/found' },
    defectOf('openWindow'),
  ),
  inject('a defect of paymentWindow', defectOf('paymentWindow')),
];

/** Transitions that only injected events reach. */
export const redirectOnlyInjected: readonly RegExp[] = [
  / xstate\.error\.actor\./,
  / page\.reopen #0 \[isLinkWithheld\] /,
  / page\.found /,
];
