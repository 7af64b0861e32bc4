import { type Message, readMessage } from './message.schema.ts';

export type Opened =
  | { readonly ok: true; readonly messages: readonly Message[]; readonly dropped: number }
  | { readonly ok: false; readonly why: string };

/** Messages from a file's text: a list of inspection messages. What is no message is counted and left out. */
export const readMessages = (text: string): Opened => {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { ok: false, why: 'This file is not JSON.' };
  }
  if (!Array.isArray(given)) return { ok: false, why: 'This file holds no list of inspection messages.' };
  const messages = given.flatMap((one) => readMessage(one) ?? []);
  if (messages.length === 0) return { ok: false, why: 'None of the entries of this file is an inspection message.' };
  return { ok: true, messages, dropped: given.length - messages.length };
};
