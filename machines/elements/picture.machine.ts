import { pictureSetup } from './picture.setup.ts';

/** Shows a picture from the server until it fails to load. */
export const pictureMachine = pictureSetup.createMachine({
  id: 'picture',
  options: { maxIterations: 1_000 },
  initial: 'shown',
  states: {
    shown: { on: { 'picture.failed': 'broken' } },
    broken: {},
  },
});
