import type { AnyActorRef } from 'xstate';
import type { LabTrigger } from './lab.types.ts';

type Seen = {
  readonly value?: unknown;
  readonly context?: {
    readonly account?: { readonly userId?: string | null } | null;
    readonly tracked?: readonly { readonly ticket: { readonly orderId: string } }[];
    readonly record?: { readonly status?: string } | null;
  };
  readonly children?: Readonly<Record<string, AnyActorRef | undefined>>;
};

const snapshotOf = (actor: AnyActorRef | null | undefined): Seen => (actor?.getSnapshot() ?? {}) as Seen;

const playerOf = (root: AnyActorRef | null): Seen => snapshotOf(snapshotOf(root).children?.['signedIn']);

/** Whether a state of this name is active anywhere in the chart. */
const isIn = (value: unknown, name: string): boolean =>
  value === name ||
  (typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, inner]) => key === name || isIn(inner, name)));

/** Ids of the tracked orders, newest last. */
export const trackedOrders = (root: AnyActorRef | null): readonly string[] =>
  (playerOf(root).context?.tracked ?? []).map(({ ticket }) => ticket.orderId);

export const accountOf = (root: AnyActorRef | null): string | null => snapshotOf(root).context?.account?.userId ?? null;

const paymentsOf = (root: AnyActorRef | null): readonly Seen[] => {
  const { children } = playerOf(root);
  return trackedOrders(root).map((orderId) => snapshotOf(children?.[`payment.${orderId}`]));
};

export const hasTriggered = (root: AnyActorRef | null, trigger: LabTrigger): boolean => {
  switch (trigger) {
    case 'confirm':
      return isIn(snapshotOf(playerOf(root).children?.['recharge']).value, 'confirming');
    case 'order':
      return trackedOrders(root).length > 0;
    case 'paid':
      return paymentsOf(root).some(({ context }) => context?.record?.status === 'paid');
  }
};
