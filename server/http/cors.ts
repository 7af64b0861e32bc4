import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HEADER, IDEMPOTENCY_HEADER, QUOTE_HEADER, REPLAYED_HEADER } from '../../src/contract/headers.ts';
import type { AppEnv } from '../kernel/context.ts';

/** Allows portals on these exact origins, without credentials: the token travels in a header. Other preflight requests get 403. */
export const allowOrigins = (origins: readonly string[]): MiddlewareHandler<AppEnv> => {
  const allow = cors({
    origin: [...origins],
    allowHeaders: ['content-type', ...Object.values(HEADER), IDEMPOTENCY_HEADER, QUOTE_HEADER],
    allowMethods: ['GET', 'POST'],
    exposeHeaders: [REPLAYED_HEADER, 'retry-after', 'x-request-id'],
    maxAge: 7_200,
  });
  return (c, next) => {
    if (c.req.method !== 'OPTIONS') return allow(c, next);
    if (c.req.header('access-control-request-method') === undefined) return next();
    const isAllowed = origins.includes(c.req.header('origin') ?? '');
    return isAllowed ? allow(c, next) : Promise.resolve(c.body(null, 403, { vary: 'Origin' }));
  };
};
