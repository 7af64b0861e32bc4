import { sql } from 'drizzle-orm';
import type { Mount } from '../app-context.ts';

/** `/health` asks the database; `/metrics` is for a scraper inside the network: a proxy should not pass it on. */
export const mountOperations: Mount = (app, { db, metrics, log }) => {
  app.get('/health', async (c) => {
    try {
      await db.execute(sql`select 1`);
      return c.json({ status: 'ok' });
    } catch (error) {
      log.error({ err: error }, 'the database does not answer');
      return c.json({ status: 'no database' }, 503);
    }
  });
  app.get('/metrics', (c) => c.text(metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4' }));
};
