import type { MiddlewareHandler } from 'hono';
import { HEADER, IDEMPOTENCY_HEADER, QUOTE_HEADER, REPLAYED_HEADER } from '../../src/contract/headers.ts';
import type { AppEnv } from '../kernel/context.ts';

const REQUEST_HEADERS = ['content-type', ...Object.values(HEADER), IDEMPOTENCY_HEADER, QUOTE_HEADER].join(', ');
const RESPONSE_HEADERS = [REPLAYED_HEADER, 'retry-after', 'x-request-id'].join(', ');

/** Portals on other origins: the exact list, no pattern, no credentials (the token travels in a header). */
export const cors = (origins: readonly string[]): MiddlewareHandler<AppEnv> => {
  const allowed = new Set(origins);
  return async (c, next) => {
    const origin = c.req.header('origin') ?? '';
    const preflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
    if (!preflight) await next();
    const response = preflight ? new Response(null, { status: allowed.has(origin) ? 204 : 403 }) : c.res;
    response.headers.append('vary', 'Origin');
    if (allowed.has(origin)) {
      response.headers.set('access-control-allow-origin', origin);
      response.headers.set('access-control-expose-headers', RESPONSE_HEADERS);
      if (preflight) {
        response.headers.set('access-control-allow-headers', REQUEST_HEADERS);
        response.headers.set('access-control-allow-methods', 'GET, POST');
        response.headers.set('access-control-max-age', '7200');
      }
    }
    return preflight ? response : undefined;
  };
};
