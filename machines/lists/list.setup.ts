import { assertEvent, assign, enqueueActions, sendParent, setup } from 'xstate';
import { type Failure, toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import { isBare, isBeyondEnd, isSameQuery, lastPage } from './list.pages.ts';
import type { ListAnswer, ListContext, ListEvent, ListInput, ListReport } from './list.types.ts';

export const toRequest = ({ context: { query, page, size } }: { readonly context: ListContext }): ListInput => ({
  query,
  page,
  size,
});

export const answerOf = ({ event }: { readonly event: { readonly output: ListAnswer } }): ListAnswer => event.output;

export const failureOf = ({ event }: { readonly event: { readonly error: unknown } }): Failure =>
  toFailure(event.error);

const moved = ({ query, page }: ListContext, corrected: boolean): ListReport => ({
  type: 'list.moved',
  query,
  page,
  corrected,
});

export const listSetup = setup({
  types: {
    context: {} as ListContext,
    events: {} as ListEvent,
    input: {} as ListInput,
    tags: {} as 'busy',
  },
  actors: { loadPage: portStub<ListAnswer, ListInput>('loadPage') },
  guards: {
    isElsewhere: ({ context, event }) =>
      event.type === 'list.request' && (event.page !== context.page || !isSameQuery(event.query, context.query)),
    isAnotherFilter: ({ context, event }) => event.type === 'filter.change' && !isSameQuery(event.query, context.query),
    isAnotherPage: ({ context, event }) =>
      event.type === 'page.turn' && Number.isSafeInteger(event.page) && event.page > 0 && event.page !== context.page,
    isBeyondEnd: ({ context }, answer: ListAnswer) => isBeyondEnd(context, answer),
    isBare: (_, answer: ListAnswer) => isBare(answer),
    isBareShown: ({ context: { shown } }) => shown !== null && isBare(shown),
    isForbidden: (_, { reason }: Failure) => reason === 'forbidden',
  },
  actions: {
    take: assign(({ event }) => {
      assertEvent(event, 'list.request');
      return { query: event.query, page: event.page, failure: null };
    }),
    setFilter: assign(({ event }) => {
      assertEvent(event, 'filter.change');
      return { query: event.query, page: 1, failure: null };
    }),
    setPage: assign(({ event }) => {
      assertEvent(event, 'page.turn');
      return { page: event.page, failure: null };
    }),
    stepBack: assign(({ context }, answer: ListAnswer) => ({ page: lastPage(context, answer) })),
    keep: assign(({ context: { query, page } }, answer: ListAnswer) => ({
      shown: { ...answer, query, page },
      failure: null,
    })),
    drop: assign({ shown: null }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    reportMoved: enqueueActions(({ context, enqueue }) => enqueue(sendParent(moved(context, false)))),
    reportCorrected: enqueueActions(({ context, enqueue }) => enqueue(sendParent(moved(context, true)))),
    reportForbidden: sendParent((): ListReport => ({ type: 'screen.forbidden' })),
  },
});
