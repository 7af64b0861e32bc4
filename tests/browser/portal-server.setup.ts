import { createPortalProcess } from '../support/portal-process.mjs';
import { createTestPostgres, postgresMissing } from '../support/postgres-cluster.ts';

/** Starts the portal on PostgreSQL where it is installed, else on PGlite, which takes several times the CPU. */
const start = async (): Promise<() => Promise<void>> => {
  const database = postgresMissing() === null ? await createTestPostgres() : null;
  if (database) process.env['TEST_DATABASE_URL'] = database.url;
  const portal = await createPortalProcess(database ? { DATABASE_URL: database.url } : {});
  process.env['PORTAL_URL'] = await portal.start();
  return async () => {
    await portal.remove();
    await database?.drop();
  };
};

export default start;
