import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../runtime/context.ts';
import { refuse } from './request-body.ts';

/** `running`: concurrent requests. `waiting`: queued requests. */
export type Capacity = { readonly running: number; readonly waiting: number };

/**
 * Sheds load: an immediate 503 is better than a response after the player has left. Health checks, metrics and provider notifications
 * bypass it. `onShed`: called for each rejected request.
 */
export const shedLoad = (
  { running, waiting }: Capacity,
  onShed: () => void = () => undefined,
): MiddlewareHandler<AppEnv> => {
  const queue: (() => void)[] = [];
  let inside = 0;

  return async (c, next) => {
    if (inside >= running) {
      if (queue.length >= waiting) {
        onShed();
        return refuse(c, 503, 'the system is busy', { 'retry-after': '1' });
      }
      await new Promise<void>((resolve) => queue.push(resolve));
    } else inside += 1;
    try {
      return await next();
    } finally {
      const following = queue.shift();
      if (following) following();
      else inside -= 1;
    }
  };
};
