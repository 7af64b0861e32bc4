import type { SnapshotFrom } from 'xstate';
import type { pictureMachine } from './picture.machine.ts';

export type PictureSnapshot = SnapshotFrom<typeof pictureMachine>;

export const selectIsBroken = (snapshot: PictureSnapshot): boolean => snapshot.matches('broken');
