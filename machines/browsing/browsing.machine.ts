import { browsingSetup, listInput } from './browsing.setup.ts';

export const browsingMachine = browsingSetup.createMachine({
  id: 'browsing',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ place: input.place }),
  initial: 'arriving',
  on: {
    'place.changed': [
      { guard: 'leadsToList', target: '.listing', reenter: true, actions: 'keep' },
      { target: '.reading', actions: 'keep' },
    ],
  },
  states: {
    arriving: { always: [{ guard: 'hasList', target: 'listing' }, { target: 'reading' }] },
    reading: { description: 'A page without a list.' },
    listing: {
      invoke: { id: 'list', src: 'listing', input: listInput, onError: 'broken' },
      on: {
        'place.changed': [
          { guard: 'staysOnList', actions: ['keep', 'tellList'] },
          { guard: 'leadsToList', target: 'listing', reenter: true, actions: 'keep' },
          { target: 'reading', actions: 'keep' },
        ],
        'list.moved': { actions: ['keepMoved', 'reportPlaced'] },
        'list.refresh': { actions: 'refreshList' },
        'screen.forbidden': { actions: 'reportForbidden' },
      },
    },
    broken: { on: { 'load.retry': 'listing' } },
  },
});
