/** Folder of the project, with a trailing separator. */
export const ROOT: string;
/** One clear line and exit code 1. */
export const stop: (line: string) => never;
export const requireNode: () => void;
export const install: () => void;
export const build: (
  names?: readonly ('portal' | 'qa' | 'server')[],
  environment?: Readonly<Record<string, string>>,
) => void;
