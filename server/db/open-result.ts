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

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EMFILE: 'the process has too many open files',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a file has its name',
  ELOOP: 'its path has a loop of links',
  ENAMETOOLONG: 'its path is too long',
};

/** What an error of the file system means, with its code; null: it is not known. */
export const fileProblemOf = (error: unknown): string | null => {
  const code = codeOf(error);
  const problem = FILE_PROBLEMS[code];
  return problem === undefined ? null : `${problem}, ${code}`;
};
