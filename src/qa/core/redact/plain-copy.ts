/** Plain data, as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The value of a JSON text; undefined for any other text. */
export const parsedJson = (text: string, revive?: (key: string, value: unknown) => unknown): unknown => {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a copy does at a place. `Place`: what it knows about the place from the keys above. Undefined: the value is left out. */
export type CopyRules<Place> = {
  readonly start: Place;
  readonly inside: (place: Place, key: string) => Place;
  readonly keyOf: (key: string) => string;
  readonly textOf: (text: string, place: Place) => Json;
  readonly numberOf: (value: number, place: Place) => Json;
  readonly otherOf: (value: symbol | (object & { readonly name: string })) => Json | undefined;
  /** Replaces a whole value; undefined: the value is copied. */
  readonly replaced: (place: Place) => Json | undefined;
};

/** Maximum number of values in one copy; further ones are left out. The messages of the portal have some hundred. */
const ROOM = 4_000;
const DEPTH = 40;
const LONGEST_TEXT = 20_000;
const UNREADABLE = '[unreadable]';

/** An exception for each of many values would take long. */
const nameOf = (value: object): string => {
  const name: unknown = value.constructor?.name;
  return `[${typeof name === 'string' ? name : 'object'}]`;
};

const hasToJson = (value: object): value is { readonly toJSON: () => unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

/** A node leads to its document and to the internals of a UI library, a window to everything; bytes are no data to read. */
const isOpaque = (value: object): boolean => value instanceof EventTarget || ArrayBuffer.isView(value);

const entriesOf = (value: object): Iterable<unknown> | null =>
  Array.isArray(value) || value instanceof Set || value instanceof Map ? value : null;

/**
 * Copies any value as plain data, in a bounded number of steps. A circular reference, a node of a document, bytes and a value that is nested too deep
 * become the names of their classes; a value that throws becomes `[unreadable]`.
 */
export const plainCopy = <Place>(value: unknown, rules: CopyRules<Place>): Json => {
  const above = new Set<object>();
  let left = ROOM;

  const attempt = (read: () => unknown, place: Place): Json | undefined => {
    try {
      return copy(read(), place);
    } catch {
      return UNREADABLE;
    }
  };
  const list = (entries: Iterable<unknown>, place: Place): Json => {
    const items: Json[] = [];
    for (const entry of entries) {
      if (left <= 0) break;
      items.push(attempt(() => entry, place) ?? null);
    }
    return items;
  };
  const fields = (given: object, place: Place): Json => {
    const found: [string, Json][] = [];
    for (const key of Object.keys(given)) {
      if (left <= 0) break;
      const member = (): unknown => (given as Readonly<Record<string, unknown>>)[key];
      const field = attempt(member, rules.inside(place, key));
      if (field !== undefined) found.push([rules.keyOf(key), field]);
    }
    return Object.fromEntries(found);
  };
  const inside = (given: object, place: Place): Json | undefined => {
    if (given instanceof Error) return fields({ ...given, name: given.name, message: given.message }, place);
    if (hasToJson(given)) return copy(given.toJSON(), place);
    const entries = entriesOf(given);
    return entries ? list(entries, place) : fields(given, place);
  };
  const copy = (given: unknown, place: Place): Json | undefined => {
    left -= 1;
    if (given === undefined || given === null) return given;
    const replaced = rules.replaced(place);
    if (replaced !== undefined) return replaced;
    switch (typeof given) {
      case 'boolean':
        return given;
      case 'string':
        return rules.textOf(given.length > LONGEST_TEXT ? given.slice(0, LONGEST_TEXT) : given, place);
      case 'number':
        return rules.numberOf(given, place);
      case 'bigint':
        return BigInt.asIntN(64, given) === given ? rules.textOf(String(given), place) : '[BigInt]';
      case 'object':
        break;
      default:
        return rules.otherOf(given as symbol);
    }
    if (above.has(given) || above.size >= DEPTH || isOpaque(given)) return nameOf(given);
    above.add(given);
    try {
      return inside(given, place);
    } finally {
      above.delete(given);
    }
  };
  return attempt(() => value, rules.start) ?? null;
};

const finite = (value: number): Json => (Number.isFinite(value) ? value : String(value));

/** An action of XState, such as `assign`, has a type, which minifying does not change. */
const nameOfOther = (given: symbol | (object & { readonly name: string })): Json => {
  if (typeof given === 'symbol') return String(given);
  return { type: 'type' in given && typeof given.type === 'string' ? given.type : given.name };
};

/** Copies a value as it is. A function becomes its type or name, a number that JSON cannot represent becomes its text. */
export const plainValue = (value: unknown): Json =>
  plainCopy<null>(value, {
    start: null,
    inside: () => null,
    keyOf: (key) => key,
    textOf: (text) => text,
    numberOf: finite,
    otherOf: nameOfOther,
    replaced: () => undefined,
  });
