import { assertEvent, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { pageSize, placePath, unfiltered } from '../listing/listing.address.ts';
import { listingMachine } from '../listing/listing.machine.ts';
import type { ListEvent, ListInput, ListPlace } from '../listing/listing.types.ts';
import type { BrowsingContext, BrowsingEvent, BrowsingInput, BrowsingReport } from './browsing.types.ts';

const placeOf = ({ place }: BrowsingContext): ListPlace => place ?? { query: unfiltered('orders'), page: 1 };

export const listInput = ({ context }: { readonly context: BrowsingContext }): ListInput => {
  const place = placeOf(context);
  return { ...place, size: pageSize(place.query.kind) };
};

export const browsingSetup = setup({
  types: {
    context: {} as BrowsingContext,
    events: {} as BrowsingEvent,
    input: {} as BrowsingInput,
    children: {} as { list: 'listing' },
  },
  actors: { listing: listingMachine },
  guards: {
    hasList: ({ context }) => context.place !== null,
    leadsToList: ({ event }) => event.type === 'place.changed' && event.place !== null,
    staysOnList: ({ context, event }) =>
      event.type === 'place.changed' && event.place !== null && event.place.query.kind === context.place?.query.kind,
  },
  actions: {
    keep: assign(({ event }) => {
      assertEvent(event, 'place.changed');
      return { place: event.place };
    }),
    keepMoved: assign(({ event }) => {
      assertEvent(event, 'list.moved');
      return { place: { query: event.query, page: event.page } };
    }),
    tellList: sendTo('list', ({ context }): ListEvent => ({ type: 'list.ask', ...placeOf(context) })),
    refreshList: sendTo('list', { type: 'list.refresh' }),
    reportPlaced: enqueueActions(({ event, enqueue }) => {
      assertEvent(event, 'list.moved');
      const { query, page, corrected } = event;
      const report: BrowsingReport = { type: 'list.placed', to: placePath({ query, page }), replace: corrected };
      enqueue(sendParent(report));
    }),
    reportForbidden: sendParent((): BrowsingReport => ({ type: 'screen.forbidden' })),
  },
});
