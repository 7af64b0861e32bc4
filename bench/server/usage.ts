import pg from 'pg';
import type { Usage } from './messages.ts';

let statements = 0;

/** Counts every statement that this process sends. */
export const countStatements = (): void => {
  const send = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: Parameters<typeof send>) {
    statements += 1;
    return Reflect.apply(send, this, args);
  } as typeof send;
};

export const readUsage = (): Usage => {
  const { user, system } = process.cpuUsage();
  return { userMs: user / 1_000, systemMs: system / 1_000, rssBytes: process.memoryUsage.rss(), statements };
};

/** Responds to each message of the parent with the result of `respond`, and exits when the parent disconnects. */
export const serveParent = (respond: (message: unknown) => unknown): void => {
  process.on('message', async (message) => {
    process.send?.(await respond(message));
  });
  process.on('disconnect', () => process.exit(0));
};
