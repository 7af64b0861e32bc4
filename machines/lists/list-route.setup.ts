import { assertEvent, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { listMachine } from './list.machine.ts';
import type { ListEvent, ListInput, ListLocation } from './list.types.ts';
import { listPath, pageSize, unfiltered } from './list.url.ts';
import type { ListRouteContext, ListRouteEvent, ListRouteInput, ListRouteReport } from './list-route.types.ts';

const placeOf = ({ place }: ListRouteContext): ListLocation => place ?? { query: unfiltered('orders'), page: 1 };

export const listInput = ({ context }: { readonly context: ListRouteContext }): ListInput => {
  const place = placeOf(context);
  return { ...place, size: pageSize(place.query.kind) };
};

export const listRouteSetup = setup({
  types: {
    context: {} as ListRouteContext,
    events: {} as ListRouteEvent,
    input: {} as ListRouteInput,
    children: {} as { list: 'listing' },
  },
  actors: { listing: listMachine },
  guards: {
    hasList: ({ context }) => context.place !== null,
    leadsToList: ({ event }) => event.type === 'location.changed' && event.place !== null,
    staysOnList: ({ context, event }) =>
      event.type === 'location.changed' && event.place !== null && event.place.query.kind === context.place?.query.kind,
  },
  actions: {
    setPageLocation: assign(({ event }) => {
      assertEvent(event, 'location.changed');
      return { place: event.place };
    }),
    setLocation: assign(({ event }) => {
      assertEvent(event, 'list.moved');
      return { place: { query: event.query, page: event.page } };
    }),
    requestList: sendTo('list', ({ context }): ListEvent => ({ type: 'list.request', ...placeOf(context) })),
    refreshList: sendTo('list', { type: 'list.refresh' }),
    reportPlaced: enqueueActions(({ event, enqueue }) => {
      assertEvent(event, 'list.moved');
      const { query, page, corrected } = event;
      const report: ListRouteReport = { type: 'list.placed', to: listPath({ query, page }), replace: corrected };
      enqueue(sendParent(report));
    }),
    reportForbidden: sendParent((): ListRouteReport => ({ type: 'screen.forbidden' })),
  },
});
