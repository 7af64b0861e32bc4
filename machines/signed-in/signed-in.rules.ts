import type { AnyMachineSnapshot } from 'xstate';
import { parentOf, type Rule, type RuleStep, ruleAbout } from '../kernel/rule.ts';
import type { WizardContext } from '../wizard/wizard.types.ts';
import { paymentId, WIZARDS } from './signed-in.orders.ts';
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

/** Whether the payment of the order runs below the signed-in machine of the step. */
const hasPayment = ({ running, path }: Pick<RuleStep, 'running' | 'path'>, orderId: string): boolean => {
  const payment = `${path}/${paymentId(orderId)}`;
  return [...running.keys()].some((one) => one === payment || one.startsWith(`${payment}~`));
};

const trackedOrderHasPayment = aboutSignedIn({
  id: 'tracked-order-has-payment',
  sentence: 'Each tracked order has a payment that follows it.',
  check: (_, step) => {
    if (step.snapshot.status !== 'active') return null;
    const alone = trackedIn(step).find((orderId) => !hasPayment(step, orderId));
    return alone === undefined ? null : `${alone} has none`;
  },
});

/** The order whose payment the wizard shows. */
const orderShownBy = (wizard: AnyMachineSnapshot): string | null =>
  wizard.status === 'active' && wizard.matches({ wizard: 'paying' })
    ? ((wizard.context as WizardContext).order?.orderId ?? null)
    : null;

const aboutOrders = ruleAbout<AnyMachineSnapshot>('signed-in', ...Object.values(WIZARDS));

const shownOrderHasPayment = aboutOrders({
  id: 'shown-order-has-payment',
  sentence: 'A wizard shows an order only while the payment of this order runs.',
  // By wizard and not by actor, because a wizard that crashed starts again.
  memory: new Map<string, string | null>(),
  check: (shown, step) => {
    const { machine, path, snapshot } = step;
    if (machine !== 'signed-in' || snapshot.status !== 'active') return null;
    if (!snapshot.matches({ purchasing: { running: 'ready' } })) return null;
    for (const wizard of Object.values(WIZARDS)) {
      const orderId = shown.get(`${path}/${wizard}`) ?? null;
      if (orderId !== null && !hasPayment(step, orderId)) return `${wizard} shows ${orderId}, which has none`;
    }
    return null;
  },
  remember: (shown, { machine, path, snapshot }) =>
    machine === 'signed-in' ? shown : new Map([...shown, [`${parentOf(path)}/${machine}`, orderShownBy(snapshot)]]),
});

export const SIGNED_IN_RULES: readonly Rule[] = [acknowledgedOrderStays, trackedOrderHasPayment, shownOrderHasPayment];
