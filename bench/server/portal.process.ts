import { createApp } from '../../server/app/app.ts';
import { PORTS } from '../../server/app/ports.ts';
import { startJobWorker } from '../../server/app/workers.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { listen } from '../../server/http/listener.ts';
import type { PaymentProvider } from '../../server/ports/payment-provider.ts';
import { EARLY_MIDDLEWARE, MIDDLEWARE, ROUTES } from '../../server/routes/routes.ts';
import { readConfig } from '../../server/runtime/config.ts';
import type { AppContext } from '../../server/runtime/context.ts';
import { followDatabaseClock } from '../../server/runtime/database-clock.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { countStatements, readUsage, serveParent } from './usage.ts';

/**
 * The server as in production: PostgreSQL, request log, worker. Its provider is local, because a real one is an external system.
 * Reconciliation does not run, because its slices would affect only some of the measurements.
 */
countStatements();

const query: PaymentProvider['query'] = async (orderId) => ({ orderId, state: 'open', captures: [], refunded: [] });
const provider: PaymentProvider = {
  createSession: async ({ orderId }) => ({
    reference: orderId,
    payment: { kind: 'redirect', payUrl: `https://pay.example/${orderId}` },
  }),
  verify: () => ({ ok: false, why: 'signature' }),
  query,
  close: query,
  refund: async () => undefined,
};

const reading = readConfig(process.env);
if (!reading.ok) throw new Error(reading.line);
const { config } = reading;
const metrics = createMetrics();
const opening = await openDatabase(config, (error) => process.stderr.write(`${error}\n`), metrics.observeStatement);
if (!opening.ok) throw new Error(opening.line);
const { db } = opening.database;
const { clock } = await followDatabaseClock(db, (error) => process.stderr.write(`${error}\n`));
const context: AppContext = {
  db,
  config,
  clock,
  log: createLog(config.logLevel),
  metrics,
  ports: { ...PORTS, providers: { bench: { make: () => provider, sandboxOnly: false } } },
};
const app = createApp(context, { earlyMiddleware: EARLY_MIDDLEWARE, routes: ROUTES, middleware: MIDDLEWARE });
await listen(app.fetch, config.host, config.port);
startJobWorker(context);
serveParent(readUsage);
process.send?.('ready');
