import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { GameServer } from '../ports/game-server.ts';
import type { Messenger } from '../ports/messenger.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';

/** The time of the server. Tests move it. */
export type Clock = { readonly now: () => Date };

/** Creates the provider. `sandboxOnly`: it moves no money and exists only with SANDBOX=1. */
type ProviderEntry = { readonly make: (context: AppContext) => PaymentProvider; readonly sandboxOnly: boolean };

/** By name, as in PAYMENT_PROVIDERS, in `channels.provider` and in the path of the webhook. */
export type ProviderRegistry = Readonly<Record<string, ProviderEntry>>;

/** External systems that the server talks to, other than its database. */
export type Ports = {
  readonly providers: ProviderRegistry;
  readonly gameServer: (context: AppContext) => GameServer;
  /** null: verification codes cannot be sent. */
  readonly messenger: (context: AppContext) => Messenger | null;
};

export type AppContext = {
  readonly db: Db;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly ports: Ports;
};

/**
 * Variables of one request. `traceId`: 32 hexadecimal digits, from the `traceparent` of the caller or new. `ip`: the network that rate
 * limits count. `code`: the response code, for the request log. `unknownId`: the player has no row with an id of the request, for the
 * same log. `body`: null when it was too large. `priceChangeMinor`: what the sandbox adds to each item price, in US cents.
 */
export type AppEnv = {
  /** `isDraining`: the listener is about to close. */
  readonly Bindings: HttpBindings & { readonly isDraining?: () => boolean };
  readonly Variables: {
    requestId: string;
    traceId: string;
    ip: string;
    userId: string;
    code: number;
    unknownId?: boolean;
    body: Uint8Array | null;
    priceChangeMinor?: number;
  };
};

export type AppRequest = Context<AppEnv>;

export type Mount = (app: Hono<AppEnv>, context: AppContext) => void;

/** A background task. `stop` resolves when none of its work is running. */
type Worker = { readonly stop: () => Promise<void> };
export type StartWorker = (context: AppContext) => Worker;
