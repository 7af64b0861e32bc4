import { listInput, listRouteSetup } from './list-route.setup.ts';

export const listRouteMachine = listRouteSetup.createMachine({
  id: 'list-route',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ location: input.location }),
  initial: 'routing',
  on: {
    'location.changed': [
      { guard: 'opensList', target: '.running', reenter: true, actions: 'setPageLocation' },
      { target: '.idle', actions: 'setPageLocation' },
    ],
  },
  states: {
    routing: { always: [{ guard: 'hasList', target: 'running' }, { target: 'idle' }] },
    idle: { description: 'A page without a list.' },
    running: {
      invoke: { id: 'list', src: 'list', input: listInput, onError: 'crashed' },
      on: {
        'location.changed': [
          { guard: 'opensSameList', actions: ['setPageLocation', 'sendListRequest'] },
          { guard: 'opensList', target: 'running', reenter: true, actions: 'setPageLocation' },
          { target: 'idle', actions: 'setPageLocation' },
        ],
        'list.moved': { actions: ['setLocation', 'reportUrl'] },
        'list.refresh': { actions: 'sendListRefresh' },
        'screen.forbidden': { actions: 'reportForbidden' },
      },
    },
    crashed: { on: { 'load.retry': 'running' } },
  },
});
