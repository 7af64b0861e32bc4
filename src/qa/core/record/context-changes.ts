import { isRecord, type Json } from '../redact/plain-copy.ts';
import { textHash } from './chart-hash.ts';

/** The parts of a context that changed, by their paths: `notice.wasMinor`. A part that is gone is null. */
export type ContextChanges = { readonly [path: string]: Json };

const LONGEST_TEXT = 120;
const LONGEST_LIST = 120;

/** Masks hide whether two texts are equal, so the hash of a list reads only whether a text is empty. */
const withoutText = (_: string, value: unknown): unknown => (typeof value === 'string' ? value !== '' : value);

const shortened = (value: Json): Json => {
  if (typeof value === 'string' && value.length > LONGEST_TEXT) return `#${textHash(value)}`;
  if (!Array.isArray(value) || JSON.stringify(value).length <= LONGEST_LIST) return value;
  return `#${value.length}-${textHash(JSON.stringify(value, withoutText))}`;
};

const addParts = (parts: Map<string, Json>, path: string, value: Json): void => {
  const members = isRecord(value) ? Object.entries(value) : [];
  for (const [key, member] of members) addParts(parts, `${path}.${key}`, member);
  if (members.length === 0) parts.set(path, shortened(value));
};

type Known = { readonly value: unknown; readonly parts: ReadonlyMap<string, Json> };

/** Compares each context of an actor with the previous context. Only members with a new value are redacted again. */
export const createContextChanges = (redact: (value: unknown) => Json) => {
  const actors = new Map<string, Map<string, Known>>();

  /** Null if nothing changed. */
  return (path: string, context: object): ContextChanges | null => {
    const members = actors.get(path) ?? new Map<string, Known>();
    actors.set(path, members);
    const changed = Object.entries(context).filter(([key, value]) => {
      const known = members.get(key);
      return !known || !Object.is(known.value, value);
    });
    if (changed.length === 0) return null;
    const redacted = redact(Object.fromEntries(changed));
    const changes: Record<string, Json> = {};
    for (const [key, value] of changed) {
      const known = members.get(key);
      const parts = new Map<string, Json>();
      const member = isRecord(redacted) ? redacted[key] : undefined;
      if (member !== undefined) addParts(parts, key, member);
      members.set(key, { value, parts });
      for (const part of known?.parts.keys() ?? []) if (!parts.has(part)) changes[part] = null;
      for (const [part, is] of parts)
        if (JSON.stringify(known?.parts.get(part)) !== JSON.stringify(is)) changes[part] = is;
    }
    return Object.keys(changes).length > 0 ? changes : null;
  };
};
