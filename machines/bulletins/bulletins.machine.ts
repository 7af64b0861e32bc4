import { bulletinsSetup, resultOf } from './bulletins.setup.ts';

export const bulletinsMachine = bulletinsSetup.createMachine({
  id: 'bulletins',
  options: { maxIterations: 1_000 },
  context: { bulletins: [], at: 0 },
  type: 'parallel',
  states: {
    content: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadBulletins',
            src: 'loadBulletins',
            input: {},
            onDone: [
              {
                guard: { type: 'hasNewBulletins', params: resultOf },
                target: ['loaded', '#bulletins.strip.open'],
                actions: { type: 'setBulletins', params: resultOf },
              },
              { target: 'loaded', actions: { type: 'setTexts', params: resultOf } },
            ],
            onError: 'failed',
          },
        },
        loaded: { after: { refreshDelay: 'refreshing' } },
        failed: {
          description: 'Fails silently: bulletins are optional.',
          after: { retryDelay: 'refreshing' },
        },
        refreshing: {
          description: 'Reloads every five minutes, because a page may stay open for days.',
          invoke: {
            id: 'loadBulletins',
            src: 'loadBulletins',
            input: {},
            onDone: [
              {
                guard: { type: 'hasNewBulletins', params: resultOf },
                target: ['loaded', '#bulletins.strip.open'],
                actions: { type: 'setBulletins', params: resultOf },
              },
              { target: 'loaded', actions: { type: 'setTexts', params: resultOf } },
            ],
            onError: 'failed',
          },
        },
      },
    },
    strip: {
      initial: 'open',
      states: {
        open: {
          on: {
            'bulletin.turn': { guard: 'hasMultiple', actions: 'setPosition' },
            'strip.close': 'closed',
          },
        },
        closed: {},
      },
    },
  },
});
