import * as v from 'valibot';
import { FAILURE_REASONS, type FailureReason } from '../../machines/kernel/failure.ts';

/** The codes of the specification. Every other code is a refusal whose `msg` is shown, unless the publisher declares its meaning. */
export const SPECIFIED_CODE = { ok: 0, requestError: -1, signedOutByServer: 20002 } as const;

/** Failures that only the portal itself can notice, and the one for a refusal without a declared meaning. No code means them. */
const UNDECLARABLE: readonly FailureReason[] = [
  'offline',
  'timedOut',
  'requestError',
  'loadFailed',
  'linkExpired',
  'storageRefused',
  'protocolError',
  'unknownError',
];

const isDeclarable = (reason: string): reason is FailureReason =>
  FAILURE_REASONS.some((known) => known === reason && !UNDECLARABLE.includes(known));

const code = v.pipe(v.union([v.pipe(v.number(), v.safeInteger()), v.string()]), v.transform(String));

/** Code, as text → reason. */
export type CodeTable = { readonly [code: string]: FailureReason };

/**
 * Reads a publisher's declaration of its body codes: an object from the reasons of `machines/kernel/failure.ts` to a code or a list of
 * codes. `tokenFailure` and `signedOutByServer` end the session. Throws a one-line error about the first entry that is not valid.
 */
export const readCodeTable = (declared: unknown): CodeTable => {
  const entries = v.parse(v.record(v.string(), v.union([code, v.array(code)]), 'not an object of codes'), declared);
  const table: Record<string, FailureReason> = {};
  for (const [reason, codes] of Object.entries(entries)) {
    if (!isDeclarable(reason)) throw new Error(`"${reason}" is not a reason that a code can have`);
    for (const text of [codes].flat()) {
      if (text === String(SPECIFIED_CODE.ok)) throw new Error(`code ${text} means success and can't be declared`);
      if (table[text]) throw new Error(`code ${text} means both "${table[text]}" and "${reason}"`);
      table[text] = reason;
    }
  }
  const specified = String(SPECIFIED_CODE.signedOutByServer);
  if ((table[specified] ?? 'signedOutByServer') !== 'signedOutByServer')
    throw new Error(`code ${specified} can't be declared: the specification gives it a meaning`);
  return table;
};
