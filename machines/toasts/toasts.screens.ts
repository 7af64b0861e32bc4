import type { SnapshotFrom } from 'xstate';
import type { Toast, toastsMachine } from './toasts.machine.ts';

/** Newest last; at most three. */
export type ToastsScreen = { readonly name: 'empty' } | { readonly name: 'showing'; readonly toasts: readonly Toast[] };

export type ToastsSnapshot = SnapshotFrom<typeof toastsMachine>;

const MAX_VISIBLE = 3;

export const selectToastsScreen = ({ context: { queue } }: ToastsSnapshot): ToastsScreen =>
  queue.length ? { name: 'showing', toasts: queue.slice(0, MAX_VISIBLE) } : { name: 'empty' };
