import { noticesSetup } from './notices.setup.ts';

export const noticesMachine = noticesSetup.createMachine({
  id: 'notices',
  description: 'What is told in passing. The oldest goes first, and none while the player is at them.',
  context: { queue: [], nextId: 1 },
  initial: 'quiet',
  states: {
    quiet: { on: { 'notice.add': { target: 'showing', actions: 'enqueue' } } },
    showing: {
      initial: 'passing',
      on: { 'notice.add': { guard: 'isNew', actions: 'enqueue' } },
      states: {
        passing: {
          after: {
            stay: [
              { guard: 'hasMore', target: 'passing', reenter: true, actions: 'dropFirst' },
              { target: '#notices.quiet', actions: 'dropFirst' },
            ],
          },
          on: {
            'notice.hold': 'held',
            'notice.close': [
              { guard: 'isOnly', target: '#notices.quiet', actions: 'drop' },
              { guard: 'isFirst', target: 'passing', reenter: true, actions: 'drop' },
              { guard: 'isQueued', actions: 'drop' },
            ],
          },
        },
        held: {
          on: {
            'notice.release': 'passing',
            'notice.close': [
              { guard: 'isOnly', target: '#notices.quiet', actions: 'drop' },
              { guard: 'isQueued', actions: 'drop' },
            ],
          },
        },
      },
    },
  },
});
