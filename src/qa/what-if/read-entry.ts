import type { Message } from './change.ts';

export type Entry<Value> =
  | { readonly ok: true; readonly value: Value }
  /** What is wrong with the text. */
  | { readonly ok: false; readonly line: string };

/** Reads JSON that the tester typed. */
export const readJson = (text: string): Entry<unknown> => {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, line: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  'type' in value &&
  typeof value.type === 'string';

/** Reads an event that the tester typed. */
export const readEvent = (text: string): Entry<Message> => {
  const read = readJson(text);
  if (!read.ok) return read;
  const { value } = read;
  if (!isMessage(value) || value.type === '')
    return { ok: false, line: 'An event is an object with a "type", which is a text.' };
  if (value.type.startsWith('xstate.'))
    return { ok: false, line: `"${value.type}" is a message of XState. Choose a timer or a result of a port instead.` };
  return { ok: true, value };
};
