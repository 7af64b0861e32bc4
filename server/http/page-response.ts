import { Hono } from 'hono';
import type { AppEnv } from '../runtime/context.ts';
import { securityHeaders } from './security-headers.ts';
import { staticFiles } from './static-files.ts';

const HTTPS = 'https://portal.example';

/**
 * The response with the page of the portal in `folder`, as this server sends it behind TLS. `origins`: those of the API and of the analytics
 * endpoint, separated by spaces, if they are not the portal's own.
 */
export const pageResponse = async (folder: string, origins: string | null): Promise<Response> => {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders(HTTPS));
  app.use(staticFiles(folder, { publicUrl: HTTPS, loggerOrigin: origins }));
  return app.request('/');
};
