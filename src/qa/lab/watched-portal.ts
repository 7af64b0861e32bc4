import type { AnyActorRef } from 'xstate';

type Seen = {
  readonly context?: {
    readonly account?: { readonly userId?: string | null } | null;
    readonly followed?: readonly { readonly ticket: { readonly orderId: string } }[];
  };
  readonly children?: { readonly player?: AnyActorRef };
};

const lookAt = (actor: AnyActorRef | null | undefined): Seen => (actor?.getSnapshot() ?? {}) as Seen;

/** Ids of the orders that the portal follows, newest last. */
export const followedOrders = (root: AnyActorRef | null): readonly string[] =>
  (lookAt(lookAt(root).children?.player).context?.followed ?? []).map(({ ticket }) => ticket.orderId);

export const accountOf = (root: AnyActorRef | null): string | null => lookAt(root).context?.account?.userId ?? null;
