import { type Step, type Timeline, trackOf } from './timeline.ts';

const FIELDS = ['actor', 'from', 'to', 'type'] as const;
type Field = (typeof FIELDS)[number];
type Term = { readonly field: Field | null; readonly matches: (text: string) => boolean };

const isField = (name: string): name is Field => FIELDS.some((field) => field === name);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** `*` means any text. */
const matcher = (pattern: string, before: string, after: string): ((text: string) => boolean) => {
  const inside = pattern.split('*').map(escaped).join('.*');
  const regex = new RegExp(`${before}${inside}${after}`, 'i');
  return (text) => regex.test(text);
};

const termOf = (text: string): Term => {
  const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(text) ?? [];
  if (!isField(name)) return { field: null, matches: matcher(text, '', '') };
  // The name of a payment ends with its order number: `payment.260314-…`.
  return { field: name, matches: matcher(value || '*', '^', name === 'type' ? '$' : '(?:\\..*)?$') };
};

/**
 * A query over messages: words separated by spaces, all of which must match. `type:order.*`, `from:session`, `to:payment`, `actor:payment`
 * (sender or receiver); any other word is a part of the type or of a name. Null for an empty query. `nameOf`: the name of an actor.
 */
export const messageFilter = (
  query: string,
  nameOf: (sessionId: string | null) => string | null,
): ((step: Step) => boolean) | null => {
  const terms = query.split(/\s+/).filter(Boolean).map(termOf);
  if (terms.length === 0) return null;
  return ({ from, to, event }) => {
    const texts: Readonly<Record<Field, readonly string[]>> = {
      type: [event.type],
      from: [nameOf(from) ?? ''],
      to: [nameOf(to) ?? to],
      actor: [nameOf(from) ?? '', nameOf(to) ?? to],
    };
    return terms.every(({ field, matches }) => (field ? texts[field] : [...texts.type, ...texts.actor]).some(matches));
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

/** The listed steps; a query without a match lists all. `found`: number of matches, null without a query. `all`: number without the query. */
export const listedSteps = (timeline: Timeline, { everything, query }: Listed) => {
  const all = shownSteps(timeline, everything);
  const filter = messageFilter(query, (sessionId) => trackOf(timeline, sessionId)?.name ?? null);
  const found = filter ? all.filter(filter) : all;
  return { steps: found.length > 0 ? found : all, found: filter && found.length, all: all.length };
};
