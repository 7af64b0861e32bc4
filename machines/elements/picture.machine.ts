import { type SnapshotFrom, setup } from 'xstate';

export const pictureMachine = setup({ types: { events: {} as { readonly type: 'picture.failed' } } }).createMachine({
  id: 'picture',
  options: { maxIterations: 1_000 },
  initial: 'shown',
  states: {
    shown: { on: { 'picture.failed': 'broken' } },
    broken: {},
  },
});

export const selectIsBroken = (snapshot: SnapshotFrom<typeof pictureMachine>): boolean => snapshot.matches('broken');
