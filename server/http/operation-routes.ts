import { sql } from 'drizzle-orm';
import { logFailure } from '../db/outage-log.ts';
import type { Mount } from '../runtime/context.ts';

/**
 * `/health`: the process runs and its database responds. `/health/ready`: a load balancer may send requests; 503 from SIGTERM on. It does
 * not check the database, which all servers share: without the database, each server still serves pages, and API calls get 503 with
 * Retry-After. `/metrics` is for a scraper inside the network. A proxy should forward none of the three.
 */
export const mountOperations: Mount = (app, { db, metrics, log }) => {
  let running: Promise<unknown> | null = null;
  /** Health checks bypass load shedding, so a flood of them must not take the connections of other calls. */
  const queryDatabase = (): Promise<unknown> => {
    running ??= db.execute(sql`select 1`).finally(() => {
      running = null;
    });
    return running;
  };
  app.get('/health', async (c) => {
    try {
      await queryDatabase();
      return c.json({ status: 'ok' });
    } catch (error) {
      logFailure(log, error, 'the database does not respond');
      return c.json({ status: 'no database' }, 503);
    }
  });
  app.get('/health/ready', (c) => {
    const isStopping = c.env?.isDraining?.() ?? false;
    return isStopping ? c.json({ status: 'stopping' }, 503) : c.json({ status: 'ready' });
  });
  app.get('/metrics', async (c) => c.text(await metrics.text(), 200, { 'content-type': metrics.contentType }));
};
