import { playbackSetup } from './playback.setup.ts';

export const playbackMachine = playbackSetup.createMachine({
  id: 'playback',
  context: { pauses: [], position: 0 },
  initial: 'empty',
  on: {
    'recording.opened': { target: '.paused', actions: { type: 'open', params: ({ event }) => event } },
  },
  states: {
    empty: {
      description: 'No message yet; the first one starts to follow.',
      on: {
        'recording.grown': { target: 'following', actions: { type: 'grow', params: ({ event }) => event } },
      },
    },
    paused: {
      always: { guard: 'isEmpty', target: 'empty' },
      on: {
        'recording.grown': { actions: { type: 'grow', params: ({ event }) => event } },
        'position.set': { actions: { type: 'goTo', params: ({ event }) => event } },
        'step.forward': { actions: 'goOn' },
        'step.backward': { actions: 'goBack' },
        'playback.start': [{ guard: 'isAtEnd', target: 'playing', actions: 'goFirst' }, { target: 'playing' }],
        'playback.follow': 'following',
      },
    },
    playing: {
      initial: 'waiting',
      always: { guard: 'isAtEnd', target: 'paused' },
      states: { waiting: { after: { pause: { target: 'waiting', reenter: true, actions: 'goOn' } } } },
      on: {
        'recording.grown': { actions: { type: 'grow', params: ({ event }) => event } },
        'position.set': { target: 'paused', actions: { type: 'goTo', params: ({ event }) => event } },
        'step.forward': { target: 'paused', actions: 'goOn' },
        'step.backward': { target: 'paused', actions: 'goBack' },
        'playback.pause': 'paused',
        'playback.follow': 'following',
      },
    },
    following: {
      description: 'Shows the newest step as it arrives.',
      entry: 'goLast',
      on: {
        'recording.grown': { actions: [{ type: 'grow', params: ({ event }) => event }, 'goLast'] },
        'position.set': { target: 'paused', actions: { type: 'goTo', params: ({ event }) => event } },
        'step.backward': { target: 'paused', actions: 'goBack' },
        'playback.pause': 'paused',
        'playback.start': { target: 'playing', actions: 'goFirst' },
      },
    },
  },
});
