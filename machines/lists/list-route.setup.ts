import { assertEvent, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { listMachine } from './list.machine.ts';
import type { ListEvent, ListInput, ListLocation } from './list.types.ts';
import { listPath, pageSize, unfiltered } from './list.url.ts';
import type { ListRouteContext, ListRouteEvent, ListRouteInput, ListRouteReport } from './list-route.types.ts';

const locationOf = ({ location }: ListRouteContext): ListLocation =>
  location ?? { query: unfiltered('orders'), page: 1 };

export const listInput = ({ context }: { readonly context: ListRouteContext }): ListInput => {
  const location = locationOf(context);
  return { ...location, size: pageSize(location.query.kind) };
};

export const listRouteSetup = setup({
  types: {
    context: {} as ListRouteContext,
    events: {} as ListRouteEvent,
    input: {} as ListRouteInput,
    children: {} as { list: 'list' },
  },
  actors: { list: listMachine },
  guards: {
    hasList: ({ context }) => context.location !== null,
    opensList: ({ event }) => event.type === 'location.changed' && event.location !== null,
    opensSameList: ({ context, event }) =>
      event.type === 'location.changed' &&
      event.location !== null &&
      event.location.query.kind === context.location?.query.kind,
  },
  actions: {
    setPageLocation: assign(({ event }) => {
      assertEvent(event, 'location.changed');
      return { location: event.location };
    }),
    setLocation: assign(({ event }) => {
      assertEvent(event, 'list.moved');
      return { location: { query: event.query, page: event.page } };
    }),
    sendListRequest: sendTo('list', ({ context }): ListEvent => ({ type: 'list.request', ...locationOf(context) })),
    sendListRefresh: sendTo('list', { type: 'list.refresh' }),
    reportUrl: enqueueActions(({ event, enqueue }) => {
      assertEvent(event, 'list.moved');
      const { query, page, corrected } = event;
      const report: ListRouteReport = { type: 'list.navigated', to: listPath({ query, page }), replace: corrected };
      enqueue(sendParent(report));
    }),
    reportForbidden: sendParent((): ListRouteReport => ({ type: 'screen.forbidden' })),
  },
});
