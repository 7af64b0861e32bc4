import type { MiddlewareHandler } from 'hono';
import { CODE } from '../runtime/codes.ts';
import type { AppEnv } from '../runtime/context.ts';

/** `running`: concurrent requests. `waiting`: queued requests. */
export type Capacity = { readonly running: number; readonly waiting: number };

const RETRY_SECONDS = '1';

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
        c.set('code', CODE.systemBusy);
        const body = { code: CODE.systemBusy, msg: 'the system is busy', request_id: c.get('requestId') };
        return c.json(body, 503, { 'retry-after': RETRY_SECONDS });
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
