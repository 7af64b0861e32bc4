import type { SnapshotFrom } from 'xstate';
import type { countdownMachine } from './countdown.machine.ts';

export type CountdownSnapshot = SnapshotFrom<typeof countdownMachine>;

export const selectSecondsLeft = ({ context }: CountdownSnapshot): number => context.seconds;

/** The seconds that a screen reader announces; null before the first mark. */
export const selectSpokenSeconds = ({ context }: CountdownSnapshot): number | null => context.spoken;
