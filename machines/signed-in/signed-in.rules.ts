import { type Rule, type RuleStep, ruleAbout } from '../kernel/rule.ts';
import { paymentId } from './signed-in.orders.ts';
import type { SignedInSnapshot } from './signed-in.screens.ts';
import type { SignedInEvent } from './signed-in.types.ts';

type Step = RuleStep<SignedInSnapshot>;

const aboutSignedIn = ruleAbout<SignedInSnapshot>('signed-in');

const trackedIn = ({ snapshot }: Step): readonly string[] =>
  snapshot.context.tracked.map(({ ticket }) => ticket.orderId);

/** Whether this message may end the tracking of an order. */
const endsTracking = (event: SignedInEvent, orderId: string): boolean =>
  (event.type === 'payment.dismissed' && event.orderId === orderId) ||
  event.type === `xstate.error.actor.${paymentId(orderId)}`;

const acknowledgedOrderStays = aboutSignedIn({
  id: 'acknowledged-order-stays',
  sentence: 'An order that the server has acknowledged stays until the player dismisses it.',
  memory: new Map<string, readonly string[]>(),
  check: (tracked, step) => {
    const event = step.event as SignedInEvent;
    const now = new Set(trackedIn(step));
    const created = event.type === 'order.created' ? [event.ticket.orderId] : [];
    const lost = [...(tracked.get(step.path) ?? []), ...created].find(
      (orderId) => !now.has(orderId) && !endsTracking(event, orderId),
    );
    return lost === undefined ? null : `${lost} is no longer tracked`;
  },
  remember: (tracked, step) => new Map([...tracked, [step.path, trackedIn(step)]]),
});

const trackedOrderHasPayment = aboutSignedIn({
  id: 'tracked-order-has-payment',
  sentence: 'Each tracked order has a payment that follows it.',
  memory: null,
  check: (_, step) => {
    if (step.snapshot.status !== 'active') return null;
    const hasPayment = (orderId: string): boolean => {
      const path = `${step.path}/${paymentId(orderId)}`;
      return [...step.running.keys()].some((one) => one === path || one.startsWith(`${path}~`));
    };
    const alone = trackedIn(step).find((orderId) => !hasPayment(orderId));
    return alone === undefined ? null : `${alone} has none`;
  },
  remember: () => null,
});

export const SIGNED_IN_RULES: readonly Rule[] = [acknowledgedOrderStays, trackedOrderHasPayment];
