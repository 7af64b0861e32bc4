import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../runtime/context.ts';
import { refuse } from './request-body.ts';
import { BACKEND } from './static-files.ts';

const isWellFormed = (text: string): boolean => {
  try {
    return !decodeURIComponent(text).includes('\0');
  } catch {
    return false;
  }
};

/**
 * Rejects URLs with escapes that are not UTF-8 or contain NUL, which PostgreSQL cannot store. The portal's own pages read neither file nor
 * database, so a link with a stray percent sign still opens the page.
 */
export const rejectMalformedUrls: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.req.url.includes('%')) return next();
  const { pathname, search } = new URL(c.req.url);
  if (!BACKEND.test(c.req.path) && !BACKEND.test(pathname)) return next();
  if (isWellFormed(pathname) && isWellFormed(search)) return next();
  return refuse(c, 400, 'the address is malformed');
};
