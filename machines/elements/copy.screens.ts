import type { SnapshotFrom } from 'xstate';
import type { copyMachine } from './copy.machine.ts';

export type CopySnapshot = SnapshotFrom<typeof copyMachine>;

export const selectIsCopied = (snapshot: CopySnapshot): boolean => snapshot.matches('copied');
