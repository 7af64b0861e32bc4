import type { SnapshotFrom } from 'xstate';
import type { Bulletin, bulletinsMachine } from './bulletins.machine.ts';

export type StripScreen =
  /** Not loaded yet; the view reserves the space. */
  | { readonly name: 'loading' }
  | { readonly name: 'absent' }
  | { readonly name: 'shown'; readonly bulletin: Bulletin; readonly position: number; readonly count: number };

export type BulletinsSnapshot = SnapshotFrom<typeof bulletinsMachine>;

export const selectStripScreen = (snapshot: BulletinsSnapshot): StripScreen => {
  const { bulletins, at } = snapshot.context;
  const bulletin = bulletins[at];
  if (bulletin && snapshot.matches({ strip: 'open' }))
    return { name: 'shown', bulletin, position: bulletins.indexOf(bulletin) + 1, count: bulletins.length };
  return !bulletin && snapshot.matches({ content: 'loading' }) ? { name: 'loading' } : { name: 'absent' };
};

const NONE: readonly Bulletin[] = [];

/** The bulletins of an open strip, whose articles the home page does not show a second time. */
export const selectAnnounced = (snapshot: BulletinsSnapshot): readonly Bulletin[] =>
  snapshot.matches({ strip: 'open' }) ? snapshot.context.bulletins : NONE;
