import type { Logger } from 'pino';
import type { Config } from './config.ts';

type Output = {
  readonly log: Logger;
  readonly print: (line: string) => void;
  /** What a person at the terminal of a sandbox needs to log in. */
  readonly hint: string;
};

/** Announces that the server accepts requests: in production with a log line, because programs read the output; in a sandbox with plain text. */
export const announceReady = ({ sandbox, publicUrl }: Config, { log, print, hint }: Output): void => {
  const line = `ready on ${publicUrl}`;
  if (!sandbox) {
    log.info(line);
    return;
  }
  print(line);
  print(hint);
};
