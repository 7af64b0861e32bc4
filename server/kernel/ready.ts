import type { Logger } from 'pino';
import type { Config } from './config.ts';

type Output = {
  readonly log: Logger;
  readonly print: (line: string) => void;
  /** What a person at the terminal of a sandbox needs to log in. */
  readonly hint: string;
};

/** Says that the server accepts requests. Programs read the output of production, so there it is a line of the log; a sandbox prints text. */
export const announceReady = ({ sandbox, publicUrl }: Config, { log, print, hint }: Output): void => {
  const line = `ready on ${publicUrl}`;
  if (!sandbox) {
    log.info(line);
    return;
  }
  print(line);
  print(hint);
};
