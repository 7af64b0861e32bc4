import * as v from 'valibot';
import type { SafeStorage, Written } from './safe-storage.ts';

/**
 * One kind of stored value. Invalid values are removed on reading; values of another version only if `preserveOtherVersions` is false,
 * so that orders of an older or newer build are not lost.
 */
export type Shape<Schema extends v.GenericSchema> = {
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

export const readRecord = <Schema extends v.GenericSchema>(
  store: SafeStorage,
  key: string,
  shape: Shape<Schema>,
): v.InferOutput<Schema> | null => {
  const text = store.read(key);
  if (text === null) return null;
  const outer = v.safeParse(envelope, parseText(text));
  if (outer.success && outer.output.v !== shape.version && shape.preserveOtherVersions) return null;
  if (outer.success && outer.output.v === shape.version) {
    const inner = v.safeParse(shape.schema, outer.output.data);
    if (inner.success) return inner.output;
  }
  store.remove(key);
  return null;
};

export const writeRecord = <Schema extends v.GenericSchema>(
  store: SafeStorage,
  key: string,
  shape: Shape<Schema>,
  data: v.InferInput<Schema>,
): Written => store.write(key, JSON.stringify({ v: shape.version, data }));
