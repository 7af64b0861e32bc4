import { answerOf, bulletinsSetup } from './bulletins.setup.ts';

export const bulletinsMachine = bulletinsSetup.createMachine({
  id: 'bulletins',
  options: { maxIterations: 1_000 },
  context: { bulletins: [], at: 0 },
  type: 'parallel',
  states: {
    news: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadBulletins',
            src: 'loadBulletins',
            input: {},
            onDone: [
              {
                guard: { type: 'isNews', params: answerOf },
                target: ['loaded', '#bulletins.strip.open'],
                actions: { type: 'keep', params: answerOf },
              },
              { target: 'loaded', actions: { type: 'refresh', params: answerOf } },
            ],
            onError: 'missed',
          },
        },
        loaded: { after: { later: 'refreshing' } },
        missed: { description: 'Nothing is said of it: nobody came for the bulletins.', after: { soon: 'refreshing' } },
        refreshing: {
          description: 'Asked again from time to time: a page may stay open for days.',
          invoke: {
            id: 'loadBulletins',
            src: 'loadBulletins',
            input: {},
            onDone: [
              {
                guard: { type: 'isNews', params: answerOf },
                target: ['loaded', '#bulletins.strip.open'],
                actions: { type: 'keep', params: answerOf },
              },
              { target: 'loaded', actions: { type: 'refresh', params: answerOf } },
            ],
            onError: 'missed',
          },
        },
      },
    },
    strip: {
      initial: 'open',
      states: {
        open: {
          on: {
            'bulletin.turn': { guard: 'hasSeveral', actions: 'turn' },
            'strip.close': 'closed',
          },
        },
        closed: {},
      },
    },
  },
});
