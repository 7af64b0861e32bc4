import { assertEvent, assign, setup } from 'xstate';
import type { Notice, NoticesContext, NoticesEvent } from './notices.types.ts';

const STAY_MS = 6_000;
const ERROR_STAY_MS = 10_000;

const isSame = (notice: Notice, event: NoticesEvent): boolean =>
  event.type === 'notice.add' && notice.subject === event.subject && notice.orderId === (event.orderId ?? null);

const idIn = (event: NoticesEvent): number | null => (event.type === 'notice.close' ? event.id : null);

export const noticesSetup = setup({
  types: { context: {} as NoticesContext, events: {} as NoticesEvent },
  delays: {
    stay: ({ context: { queue } }) => (queue[0]?.level === 'error' ? ERROR_STAY_MS : STAY_MS),
  },
  guards: {
    isNew: ({ context, event }) => !context.queue.some((notice) => isSame(notice, event)),
    isQueued: ({ context, event }) => context.queue.some(({ id }) => id === idIn(event)),
    isFirst: ({ context, event }) => context.queue[0]?.id === idIn(event),
    isOnly: ({ context, event }) => context.queue.length === 1 && context.queue[0]?.id === idIn(event),
    hasMore: ({ context }) => context.queue.length > 1,
  },
  actions: {
    enqueue: assign(({ context: { queue, nextId }, event }) => {
      assertEvent(event, 'notice.add');
      const { subject, level, orderId = null } = event;
      return { queue: [...queue, { id: nextId, subject, level, orderId }], nextId: nextId + 1 };
    }),
    dropFirst: assign({ queue: ({ context }) => context.queue.slice(1) }),
    drop: assign({ queue: ({ context, event }) => context.queue.filter(({ id }) => id !== idIn(event)) }),
  },
});
