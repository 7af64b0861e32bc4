import { toastsSetup } from './toasts.setup.ts';

export const toastsMachine = toastsSetup.createMachine({
  id: 'toasts',
  description:
    'Toast queue, oldest first, with one toast per order: the newest. Auto-dismissal pauses while a toast is hovered or focused.',
  options: { maxIterations: 1_000 },
  context: { queue: [], nextId: 1 },
  initial: 'empty',
  states: {
    empty: { on: { 'toast.add': { target: 'open', actions: 'addToast' } } },
    open: {
      initial: 'showing',
      on: { 'toast.add': { guard: 'isNew', actions: 'addToast' } },
      states: {
        showing: {
          after: {
            displayTime: [
              { guard: 'hasMore', target: 'showing', reenter: true, actions: 'clearOldest' },
              { target: '#toasts.empty', actions: 'clearOldest' },
            ],
          },
          on: {
            'toast.add': { guard: 'followsOldest', target: 'showing', reenter: true, actions: 'addToast' },
            'toast.pause': 'paused',
            'toast.close': [
              { guard: 'closesAll', target: '#toasts.empty', actions: 'clearClosed' },
              { guard: 'isOldest', target: 'showing', reenter: true, actions: 'clearClosed' },
              { guard: 'isQueued', actions: 'clearClosed' },
            ],
          },
        },
        paused: {
          on: {
            'toast.resume': 'showing',
            'toast.close': [
              { guard: 'closesAll', target: '#toasts.empty', actions: 'clearClosed' },
              { guard: 'isQueued', actions: 'clearClosed' },
            ],
          },
        },
      },
    },
  },
});
