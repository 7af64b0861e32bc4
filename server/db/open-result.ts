import type { Database } from './database.ts';

/** Opening either gives a database or the one line that tells the operator why not. */
export type Opening =
  | { readonly ok: true; readonly database: Database }
  | { readonly ok: false; readonly line: string };

export const closed = (line: string): Opening => ({ ok: false, line });

/** The system's or PostgreSQL's short code of an error, for a line that must not quote its message. */
export const codeOf = (error: unknown): string => {
  if (typeof error === 'object' && error !== null) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    if ('cause' in error && error.cause) return codeOf(error.cause);
  }
  return error instanceof Error ? error.name : 'unknown';
};
