import { createPortalProcess, type PortalProcess } from './portal-process.mjs';
import { createTestPostgres, postgresMissing } from './postgres-cluster.ts';

/** The built server for tests in a browser: on PostgreSQL where it is installed, else on PGlite, which takes several times the CPU. */
export const createBrowserPortal = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<PortalProcess> => {
  if (postgresMissing() !== null) return createPortalProcess(environment);
  const database = await createTestPostgres();
  const portal = await createPortalProcess(environment, database.url);
  const remove = async (): Promise<void> => {
    await portal.remove();
    await database.drop();
  };
  return { ...portal, remove };
};
