import { assign, setup } from 'xstate';

export type PlaybackContext = {
  /** ms from each step to the next. */
  readonly pauses: readonly number[];
  /** Index of the step that is shown. */
  readonly position: number;
};

export type PlaybackEvent =
  | { readonly type: 'recording.opened'; readonly pauses: readonly number[] }
  | { readonly type: 'recording.grown'; readonly pauses: readonly number[] }
  | { readonly type: 'position.set'; readonly position: number }
  | { readonly type: 'step.forward' }
  | { readonly type: 'step.backward' }
  | { readonly type: 'playback.start' }
  | { readonly type: 'playback.pause' }
  | { readonly type: 'playback.follow' };

const SHORTEST_MS = 60;
const LONGEST_MS = 800;

const within = (position: number, { pauses }: PlaybackContext): number =>
  Math.max(0, Math.min(position, pauses.length - 1));

export const playbackSetup = setup({
  types: { context: {} as PlaybackContext, events: {} as PlaybackEvent },
  delays: {
    pause: ({ context: { pauses, position } }) => Math.min(Math.max(pauses[position] ?? 0, SHORTEST_MS), LONGEST_MS),
  },
  guards: {
    isAtEnd: ({ context: { pauses, position } }) => position >= pauses.length - 1,
    isEmpty: ({ context }) => context.pauses.length === 0,
  },
  actions: {
    open: assign((_, { pauses }: { readonly pauses: readonly number[] }) => ({ pauses, position: 0 })),
    grow: assign((_, { pauses }: { readonly pauses: readonly number[] }) => ({ pauses })),
    goLast: assign(({ context }) => ({ position: within(context.pauses.length - 1, context) })),
    goFirst: assign({ position: 0 }),
    goTo: assign(({ context }, { position }: { readonly position: number }) => ({
      position: within(position, context),
    })),
    goOn: assign(({ context }) => ({ position: within(context.position + 1, context) })),
    goBack: assign(({ context }) => ({ position: within(context.position - 1, context) })),
  },
});
