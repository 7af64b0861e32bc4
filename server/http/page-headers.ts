import { Hono } from 'hono';
import type { AppEnv } from '../runtime/context.ts';
import { securityHeaders } from './security-headers.ts';
import { staticFiles, testBuildIn } from './static-files.ts';

const HTTPS = 'https://portal.example';

/**
 * The page of the portal in `folder`: its headers, as this server sends them behind TLS, and whether only a sandbox may serve it. `origins`:
 * those of the API and of the analytics endpoint, separated by spaces, if they are not the portal's own.
 */
export const pageOf = async (folder: string, origins: string | null) => {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders(HTTPS));
  app.use(staticFiles(folder, { publicUrl: HTTPS, loggerOrigin: origins }));
  const { headers } = await app.request('/');
  return { headers, isSandbox: testBuildIn(folder) !== null };
};
