import { type SnapshotFrom, setup } from 'xstate';
import { type Port, ports } from '../kernel/port.ts';

type CopyEvent = { readonly type: 'copy.request' };

type CopyPorts = {
  /** Runs inside the click. Resolves to false when the clipboard refuses. */
  copyText: Port<boolean>;
};

export const copyMachine = setup({
  types: { events: {} as CopyEvent },
  actors: ports<CopyPorts>({ copyText: 'port' }),
  guards: { isCopied: (_, isCopied: boolean) => isCopied },
  delays: { confirmation: 2_500 },
}).createMachine({
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
        onDone: [
          { guard: { type: 'isCopied', params: ({ event }) => event.output }, target: 'copied' },
          { target: 'idle' },
        ],
        onError: 'idle',
      },
    },
    copied: {
      after: { confirmation: 'idle' },
      on: { 'copy.request': 'copying' },
    },
  },
});

export const selectIsCopied = (snapshot: SnapshotFrom<typeof copyMachine>): boolean => snapshot.matches('copied');
