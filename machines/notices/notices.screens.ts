import type { SnapshotFrom } from 'xstate';
import type { noticesMachine } from './notices.machine.ts';
import type { Notice } from './notices.types.ts';

/** Newest last; at most three are drawn. */
export type NoticesScreen =
  | { readonly name: 'quiet' }
  | { readonly name: 'showing'; readonly notices: readonly Notice[] };

export type NoticesSnapshot = SnapshotFrom<typeof noticesMachine>;

const DRAWN = 3;

export const selectNoticesScreen = ({ context: { queue } }: NoticesSnapshot): NoticesScreen =>
  queue.length ? { name: 'showing', notices: queue.slice(0, DRAWN) } : { name: 'quiet' };
