import { copySetup, isCopiedOf } from './copy.setup.ts';

/** A button that copies a text and confirms it for a moment. */
export const copyMachine = copySetup.createMachine({
  id: 'copy',
  options: { maxIterations: 1_000 },
  initial: 'idle',
  states: {
    idle: { on: { 'copy.request': 'copying' } },
    copying: {
      invoke: {
        id: 'copyText',
        src: 'copyText',
        input: {},
        onDone: [{ guard: { type: 'isCopied', params: isCopiedOf }, target: 'copied' }, { target: 'idle' }],
        onError: 'idle',
      },
    },
    copied: {
      after: { confirmation: 'idle' },
      on: { 'copy.request': 'copying' },
    },
  },
});
