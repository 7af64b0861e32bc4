import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';

/** The instant every rule of the server goes by; tests move it. */
export type Clock = { readonly now: () => Date };

/** What every part of the server is given. */
export type AppContext = {
  readonly db: Db;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
};

/**
 * Variables of one request. `log` carries its id; `ip` is the network that limits count it by; `code`, of the answer, is kept for the
 * request log; `body` is null when it was too large.
 */
export type AppEnv = {
  /** `isDraining`: the listener is about to close. */
  readonly Bindings: HttpBindings & { readonly isDraining?: () => boolean };
  readonly Variables: {
    requestId: string;
    log: Logger;
    ip: string;
    userId: string;
    code: number;
    body: Uint8Array<ArrayBuffer> | null;
  };
};

export type AppRequest = Context<AppEnv>;

/** Routes outside the contract (webhooks, cashier, sandbox), mounted before the contract's own. */
export type Mount = (app: Hono<AppEnv>, context: AppContext) => void;

/** Work beside requests. `stop` resolves when nothing of it is running any more. */
type Worker = { readonly stop: () => Promise<void> };
export type StartWorker = (context: AppContext) => Worker;
