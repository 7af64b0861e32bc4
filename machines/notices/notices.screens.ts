import type { SnapshotFrom } from 'xstate';
import type { noticesMachine } from './notices.machine.ts';
import type { Notice } from './notices.types.ts';

/** Newest last; at most three are drawn. */
export type NoticesScreen =
  | { readonly name: 'quiet' }
  | { readonly name: 'showing'; readonly notices: readonly Notice[] };

export type NoticesSnapshot = SnapshotFrom<typeof noticesMachine>;
