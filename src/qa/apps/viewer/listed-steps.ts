import { type Step, type Timeline, trackOf } from './timeline.ts';

/** A query over messages: each of its words is a part of the type or of the name of the sender or the receiver. Null for an empty query. */
export const messageFilter = (query: string, nameOf: (sessionId: string | null) => string | null) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return ({ from, to, event }: Step): boolean => {
    const text = [event.type, nameOf(from) ?? '', nameOf(to) ?? to].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
};

/** Index of the step with the latest snapshot up to a message, or of the first step. Steps are not ordered by their snapshots. */
export const positionAt = (steps: readonly Step[], upTo: number): number => {
  const found = steps.reduce((best, step, at) => {
    const isBefore = step.upTo <= upTo && step.upTo > (steps[best]?.upTo ?? -1);
    return isBefore ? at : best;
  }, -1);
  return Math.max(0, found);
};

/** The steps that are shown: all, or only what machines receive. */
export const shownSteps = (timeline: Timeline, everything: boolean): readonly Step[] => {
  if (everything) return timeline.steps;
  const machines = new Set(
    timeline.tracks.filter(({ definition }) => definition !== null).map(({ sessionId }) => sessionId),
  );
  return timeline.steps.filter(({ to }) => machines.has(to));
};

/** Which messages are listed. `everything`: messages of promises too. */
export type Listed = { readonly everything: boolean; readonly query: string };

/** The listed steps; a query without a match lists all. `found`: matches, null without a query. `all`: number without the query. */
export const listedSteps = (timeline: Timeline, { everything, query }: Listed) => {
  const all = shownSteps(timeline, everything);
  const filter = messageFilter(query, (sessionId) => trackOf(timeline, sessionId)?.name ?? null);
  const found = filter ? all.filter(filter) : all;
  return { steps: found.length > 0 ? found : all, found: filter && found.length, all: all.length };
};
