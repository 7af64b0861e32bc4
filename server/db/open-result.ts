import type { Database } from './database.ts';

/** An open database, or the line that tells the operator why it could not be opened. */
export type Opening =
  | { readonly ok: true; readonly database: Database }
  | { readonly ok: false; readonly line: string };

export const openFailure = (line: string): Opening => ({ ok: false, line });

/** The short error code of the system or PostgreSQL, for messages that must not quote the error. */
export const codeOf = (error: unknown): string => {
  if (typeof error === 'object' && error !== null) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    if ('cause' in error && error.cause) return codeOf(error.cause);
  }
  return error instanceof Error ? error.name : 'unknown';
};
