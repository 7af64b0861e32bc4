import { createPortalProcess, type PortalProcess } from '../runs/portal-process.mjs';
import { createTestPostgres, postgresMissing } from './postgres-cluster.ts';

/** `databaseUrl` is null if the server has an embedded database. */
export type TestPortal = PortalProcess & { readonly databaseUrl: string | null };

/** The built server: on PostgreSQL where it is installed, else on PGlite, which takes several times the CPU. */
export const createTestPortal = async (environment: Readonly<Record<string, string>> = {}): Promise<TestPortal> => {
  if (postgresMissing() !== null) return { ...(await createPortalProcess(environment)), databaseUrl: null };
  const database = await createTestPostgres();
  const portal = await createPortalProcess(environment, database.url);
  const remove = async (): Promise<void> => {
    await portal.remove();
    await database.drop();
  };
  return { ...portal, databaseUrl: database.url, remove };
};
