import { listInput, listRouteSetup } from './list-route.setup.ts';

export const listRouteMachine = listRouteSetup.createMachine({
  id: 'browsing',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ place: input.place }),
  initial: 'arriving',
  on: {
    'location.changed': [
      { guard: 'leadsToList', target: '.listing', reenter: true, actions: 'setPageLocation' },
      { target: '.reading', actions: 'setPageLocation' },
    ],
  },
  states: {
    arriving: { always: [{ guard: 'hasList', target: 'listing' }, { target: 'reading' }] },
    reading: { description: 'A page without a list.' },
    listing: {
      invoke: { id: 'list', src: 'listing', input: listInput, onError: 'broken' },
      on: {
        'location.changed': [
          { guard: 'staysOnList', actions: ['setPageLocation', 'requestList'] },
          { guard: 'leadsToList', target: 'listing', reenter: true, actions: 'setPageLocation' },
          { target: 'reading', actions: 'setPageLocation' },
        ],
        'list.moved': { actions: ['setLocation', 'reportPlaced'] },
        'list.refresh': { actions: 'refreshList' },
        'screen.forbidden': { actions: 'reportForbidden' },
      },
    },
    broken: { on: { 'load.retry': 'listing' } },
  },
});
