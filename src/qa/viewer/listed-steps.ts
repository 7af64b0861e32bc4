import { messageFilter } from './message-filter.ts';
import { shownSteps } from './sequence-lanes.ts';
import { type Timeline, trackOf } from './timeline.ts';

/** Which messages are listed. `everything`: messages of promises too. */
export type Listed = { readonly everything: boolean; readonly query: string };

/** The listed steps; a query without a match lists all. `found`: number of matches, null without a query. `all`: number without the query. */
export const listedSteps = (timeline: Timeline, { everything, query }: Listed) => {
  const all = shownSteps(timeline, everything);
  const filter = messageFilter(query, (sessionId) => trackOf(timeline, sessionId)?.name ?? null);
  const found = filter ? all.filter(filter) : all;
  return { steps: found.length > 0 ? found : all, found: filter && found.length, all: all.length };
};
