import type { AppRequest } from '../app-context.ts';

/**
 * Address of the caller. Each trusted proxy has appended the address that it saw, so the one that the outermost of them saw is that
 * many places from the right; whatever stands further left was written by the caller.
 */
export const clientAddress = (c: AppRequest, trustedProxies: number): string => {
  const socket = c.env?.incoming?.socket?.remoteAddress ?? '';
  if (trustedProxies === 0) return socket;
  const seen = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  return seen.at(-trustedProxies) || socket;
};
