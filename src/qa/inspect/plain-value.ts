import type { Json } from '../redact/redactor.ts';

/** Maximum number of values in one message; further values are left out. */
const ROOM = 50_000;
const DEPTH = 100;
const UNREADABLE = '[unreadable]';

const nameOf = (value: object): string => `[${value.constructor?.name ?? 'object'}]`;

const hasToJson = (value: object): value is { readonly toJSON: () => unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

/** A node of a document leads to the whole document, and to the internals of a UI library. */
const isNode = (value: object): boolean => typeof Node !== 'undefined' && value instanceof Node;

const entriesOf = (value: object): Iterable<unknown> | null =>
  Array.isArray(value) || value instanceof Set || value instanceof Map ? value : null;

/** An action of XState, such as `assign`, has a type, which minifying does not change. */
const functionType = (given: object & { readonly name: string }): string =>
  'type' in given && typeof given.type === 'string' ? given.type : given.name;

/**
 * Converts any value to plain JSON data. A function becomes its type or name; a number or bigint that JSON cannot represent becomes its text; a
 * circular reference, a node of a document and a value that is nested too deep become the names of their classes; a value that throws becomes
 * `[unreadable]`.
 */
export const plainValue = (value: unknown, room = ROOM): Json => {
  const above = new Set<object>();
  let left = room;

  const attempt = (read: () => unknown): Json | undefined => {
    try {
      return plain(read());
    } catch {
      return UNREADABLE;
    }
  };
  const list = (entries: Iterable<unknown>): Json => {
    const items: Json[] = [];
    for (const entry of entries) {
      if (left <= 0) break;
      items.push(attempt(() => entry) ?? null);
    }
    return items;
  };
  const fields = (given: object): Json => {
    const found: Record<string, Json> = {};
    for (const key of Object.keys(given)) {
      if (left <= 0) break;
      const field = attempt(() => (given as Readonly<Record<string, unknown>>)[key]);
      if (field !== undefined) found[key] = field;
    }
    return found;
  };
  const inside = (given: object): Json | undefined => {
    if (hasToJson(given)) return plain(given.toJSON());
    if (given instanceof Error) return { name: given.name, message: given.message };
    const entries = entriesOf(given);
    return entries ? list(entries) : fields(given);
  };
  const plain = (given: unknown): Json | undefined => {
    left -= 1;
    switch (typeof given) {
      case 'undefined':
      case 'boolean':
      case 'string':
        return given;
      case 'number':
        return Number.isFinite(given) ? given : String(given);
      case 'bigint':
      case 'symbol':
        return String(given);
      case 'function':
        return { type: functionType(given) };
      case 'object': {
        if (given === null) return null;
        if (above.has(given) || above.size >= DEPTH || isNode(given)) return nameOf(given);
        above.add(given);
        try {
          return inside(given);
        } finally {
          above.delete(given);
        }
      }
    }
  };
  return attempt(() => value) ?? null;
};
