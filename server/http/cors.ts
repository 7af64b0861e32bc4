import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HEADER, IDEMPOTENCY_HEADER, QUOTE_HEADER, REPLAYED_HEADER, TRACE_HEADER } from '../../src/contract/headers.ts';
import type { AppEnv } from '../runtime/context.ts';

/** Allows portals on these exact origins, without credentials: the token travels in a header. Other preflight requests get 403. */
export const allowOrigins = (origins: readonly string[]): MiddlewareHandler<AppEnv> => {
  const preflight = cors({
    origin: [...origins],
    allowHeaders: ['content-type', ...Object.values(HEADER), IDEMPOTENCY_HEADER, QUOTE_HEADER, TRACE_HEADER],
    allowMethods: ['GET', 'POST'],
    maxAge: 7_200,
  });
  const exposed = [REPLAYED_HEADER, 'date', 'retry-after', 'x-request-id'].join(',');

  return async (c, next) => {
    const origin = c.req.header('origin') ?? '';
    const isAllowed = origins.includes(origin);
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined)
      return isAllowed ? preflight(c, next) : c.body(null, 403, { vary: 'Origin' });
    await next();
    if (origins.length) c.res.headers.append('vary', 'Origin');
    if (!isAllowed) return undefined;
    c.res.headers.set('access-control-allow-origin', origin);
    c.res.headers.set('access-control-expose-headers', exposed);
    return undefined;
  };
};
