import { assertEvent, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { wire } from '../kernel/port.ts';
import { type ListPorts, listMachine, wireList } from './list.machine.ts';
import type { ListEvent, ListInput, ListLocation, ListReport } from './list.types.ts';
import { listPath, PAGE_SIZES, unfiltered } from './list.url.ts';

/** The list of the current page; null when the page has no list. */
export type ListRouteInput = { readonly location: ListLocation | null };

export type ListRouteEvent =
  | { readonly type: 'location.changed'; readonly location: ListLocation | null }
  | { readonly type: 'list.refresh' }
  | { readonly type: 'load.retry' }
  | ListReport;

/** `to`: the URL of the list. */
export type ListRouteReport =
  | { readonly type: 'list.navigated'; readonly to: string; readonly replace: boolean }
  | { readonly type: 'screen.forbidden' };

const locationOf = ({ location }: ListRouteInput): ListLocation => location ?? { query: unfiltered('orders'), page: 1 };

const listInput = ({ context }: { readonly context: ListRouteInput }): ListInput => {
  const location = locationOf(context);
  return { ...location, size: PAGE_SIZES[location.query.kind] };
};

export const listRouteMachine = setup({
  types: {
    context: {} as ListRouteInput,
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
}).createMachine({
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

export const wireListRoute = (ports: ListPorts): typeof listRouteMachine =>
  wire(listRouteMachine, {}, { list: wireList(ports) });
