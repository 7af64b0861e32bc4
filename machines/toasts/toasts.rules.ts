import type { SnapshotFrom } from 'xstate';
import { type Rule, ruleAbout } from '../kernel/rule.ts';
import type { toastsMachine } from './toasts.machine.ts';

const oneToastPerOrder = ruleAbout<SnapshotFrom<typeof toastsMachine>>('toasts')({
  id: 'one-toast-per-order',
  sentence: 'An order has at most one toast.',
  check: (_, { snapshot }) => {
    const orders = snapshot.context.queue.flatMap(({ orderId }) => orderId ?? []);
    const twice = orders.find((orderId, index) => orders.indexOf(orderId) < index);
    return twice === undefined ? null : `${twice} has several`;
  },
});

export const TOASTS_RULES: readonly Rule[] = [oneToastPerOrder];
