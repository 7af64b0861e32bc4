import * as v from 'valibot';
import type { Durability, SafeStorage } from './safe-storage.ts';

/** Invalid values are removed on reading; of another version, unless preserved, so that no order of another build is lost. */
export type StoredFormat<Schema extends v.GenericSchema> = {
  readonly version: number;
  readonly preserveOtherVersions: boolean;
  readonly schema: Schema;
};

const LONGEST_TEXT = 4_000_000;

const envelope = v.object({ v: v.pipe(v.number(), v.safeInteger()), data: v.unknown() });

const parseText = (text: string): unknown => {
  if (text.length > LONGEST_TEXT) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

export const readStored = <Schema extends v.GenericSchema>(
  store: SafeStorage,
  key: string,
  format: StoredFormat<Schema>,
): v.InferOutput<Schema> | null => {
  const text = store.read(key);
  if (text === null) return null;
  const outer = v.safeParse(envelope, parseText(text));
  const isCurrent = outer.success && outer.output.v === format.version;
  if (outer.success && !isCurrent && format.preserveOtherVersions) return null;
  if (isCurrent) {
    const inner = v.safeParse(format.schema, outer.output.data);
    if (inner.success) return inner.output;
  }
  store.remove(key);
  return null;
};

export const writeStored = <Schema extends v.GenericSchema>(
  store: SafeStorage,
  key: string,
  format: StoredFormat<Schema>,
  data: v.InferInput<Schema>,
): Durability => store.write(key, JSON.stringify({ v: format.version, data }));
