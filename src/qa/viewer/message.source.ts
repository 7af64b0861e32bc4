import { type Message, readMessage } from './message.schema.ts';
import { type Timeline, timelineOf } from './timeline.ts';

export type Source = {
  /** The timeline of everything so far; the same object until something arrives. */
  readonly now: () => Timeline;
  readonly listen: (hear: () => void) => () => void;
  readonly take: (given: unknown) => void;
  readonly replace: (messages: readonly Message[]) => void;
};

/** Collects messages and tells its listeners at most once per `soon`. */
export const createSource = (soon: (tell: () => void) => void): Source => {
  let messages: readonly Message[] = [];
  let waiting: Message[] = [];
  let timeline = timelineOf(messages);
  const listeners = new Set<() => void>();
  const publish = (next: readonly Message[]): void => {
    messages = next;
    timeline = timelineOf(messages);
    for (const hear of listeners) hear();
  };
  return {
    now: () => timeline,
    listen: (hear) => {
      listeners.add(hear);
      return () => {
        listeners.delete(hear);
      };
    },
    take: (given) => {
      const message = readMessage(given);
      if (!message) return;
      waiting.push(message);
      if (waiting.length > 1) return;
      soon(() => {
        const arrived = waiting;
        waiting = [];
        publish([...messages, ...arrived]);
      });
    },
    replace: (next) => {
      waiting = [];
      publish(next);
    },
  };
};
