import { type Message, readMessage } from './message.schema.ts';
import { type Timeline, timelineOf } from './timeline.ts';

export type Source = {
  /** The timeline of everything so far; the same object until a message arrives. */
  readonly now: () => Timeline;
  readonly listen: (listener: () => void) => () => void;
  readonly take: (given: unknown) => void;
};

/** Collects messages; notifies its listeners at most once per `soon`. */
export const createSource = (soon: (publish: () => void) => void): Source => {
  let messages: readonly Message[] = [];
  let waiting: Message[] = [];
  let timeline = timelineOf(messages);
  const listeners = new Set<() => void>();
  const publish = (): void => {
    messages = [...messages, ...waiting];
    waiting = [];
    timeline = timelineOf(messages);
    for (const listener of listeners) listener();
  };
  return {
    now: () => timeline,
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    take: (given) => {
      const message = readMessage(given);
      if (!message) return;
      waiting.push(message);
      if (waiting.length === 1) soon(publish);
    },
  };
};

/** Stops messages of other origins before a receiver gets them: the package's receiver accepts every origin. */
export const stopForeignMessages = (page: Pick<Window, 'addEventListener' | 'location'>): void =>
  page.addEventListener(
    'message',
    (event) => {
      if (event.origin !== page.location.origin) event.stopImmediatePropagation();
    },
    { capture: true },
  );
