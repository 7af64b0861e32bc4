/** A place in a recording, as in the URL of the viewer. `load` and `step` count from 1. */
export type RecordingLink = {
  readonly flow: string;
  readonly load: number;
  readonly place:
    | { readonly kind: 'step'; readonly step: number }
    /** After this many external events, as the gallery and the replay count. */
    | { readonly kind: 'outside'; readonly count: number };
  /** Messages of promises are listed too. */
  readonly everything: boolean;
  readonly query: string;
};

const whole = (text: string | null, least: number): number => {
  const number = Number(text);
  return Number.isInteger(number) && number >= least ? number : least;
};

/** Null if the hash contains no recording. Invalid numbers become the smallest valid number. */
export const readLink = (hash: string): RecordingLink | null => {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const flow = params.get('flow');
  if (!flow) return null;
  const outside = params.get('outside');
  return {
    flow,
    load: whole(params.get('load'), 1),
    place:
      outside === null
        ? { kind: 'step', step: whole(params.get('step'), 1) }
        : { kind: 'outside', count: whole(outside, 0) },
    everything: params.get('promises') === 'true',
    query: params.get('find') ?? '',
  };
};

/** The hash of a link, with `#`. */
export const linkHash = ({ flow, load, place, everything, query }: RecordingLink): string =>
  `#${new URLSearchParams({
    flow,
    load: String(load),
    ...(place.kind === 'step' ? { step: String(place.step) } : { outside: String(place.count) }),
    ...(everything && { promises: 'true' }),
    ...(query && { find: query }),
  })}`;
