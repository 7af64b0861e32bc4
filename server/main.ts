import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from './app/app.ts';
import { PORTS } from './app/ports.ts';
import { WORKERS } from './app/workers.ts';
import { claimMode } from './db/database-mode.ts';
import { openDatabase } from './db/open-database.ts';
import { codeOf } from './db/open-result.ts';
import { logFailure } from './db/outage-log.ts';
import { DEMO_SERVER } from './demo-environment.mjs';
import { IDLE_CONNECTION_MS, limitsOf, listen } from './http/listener.ts';
import { readProblemIn, testBuildIn } from './http/static-files.ts';
import { stopWithNpm } from './npm-parent.mjs';
import { makingProblem, providerProblem } from './payments/registry.ts';
import { EARLY_MIDDLEWARE, MIDDLEWARE, ROUTES } from './routes/routes.ts';
import { type Config, readConfig } from './runtime/config.ts';
import type { AppContext } from './runtime/context.ts';
import { followDatabaseClock } from './runtime/database-clock.ts';
import { createLog } from './runtime/log.ts';
import { findMachineProblem } from './runtime/machine-check.ts';
import { createMetrics, reportConnections } from './runtime/metrics.ts';
import { announceReady } from './runtime/ready.ts';
import { DEMO } from './seed/accounts.seed.ts';
import { seed } from './seed/seed.ts';

/** Time limit for running requests and jobs. With the default DRAIN_DELAY, shutdown fits into the 30 s that Kubernetes gives a process to end. */
const DRAIN_MS = 20_000;
/** Time limit for closing the database connections. */
const CLOSE_MS = 2_000;

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Stop it, or set PORT.',
  EACCES: 'needs privileges that this user does not have. Set PORT to 1024 or higher.',
  EADDRNOTAVAIL: 'is not an address of this machine. Set HOST.',
  EAFNOSUPPORT: 'is an address of a kind that this machine does not have. Set HOST.',
  EINVAL: 'is not an address. Set HOST.',
  ENOTFOUND: 'has a host name that this machine does not know. Set HOST.',
  EAI_AGAIN: 'has a host name that this machine does not know, or its name server does not respond. Set HOST.',
};

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const stop: (line: string) => never = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

const loadConfig = (): Config => {
  const reading = readConfig(process.env);
  if (!reading.ok) return stop(reading.line);
  if (!reading.config.sandbox && reading.config.codeSecret === DEMO_SERVER.CODE_SECRET)
    return stop('Configuration: CODE_SECRET must not be the demo value, which is public.');
  const unreadable = readProblemIn(reading.config.staticDir);
  if (unreadable)
    return stop(`Configuration: STATIC_DIR is not a folder whose files this user may read (${unreadable}).`);
  const testBuild = reading.config.sandbox ? null : testBuildIn(reading.config.staticDir);
  if (testBuild)
    return stop(`Configuration: STATIC_DIR contains ${testBuild}, which only a server with SANDBOX=1 may serve.`);
  const problem = providerProblem(reading.config, PORTS.providers);
  if (problem) return stop(problem);
  return reading.config;
};

stopWithNpm();
const config = loadConfig();
const machineProblem = findMachineProblem();
if (machineProblem) stop(machineProblem);
const log = createLog(config.logLevel);
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught exception; the server exits');
  process.exit(1);
});

const metrics = createMetrics();
const opening = await openDatabase(
  config,
  (error) => logFailure(log, error, 'a database connection failed'),
  metrics.observeStatement,
);
if (!opening.ok) stop(opening.line);
const { database } = opening;
const closeAndStop = async (line: string): Promise<never> => {
  await database.close();
  return stop(line);
};
const modeProblem = await claimMode(database.db, { isSandbox: config.sandbox, demoAccount: DEMO.account });
if (modeProblem) await closeAndStop(modeProblem);
const isShared = database.kind === 'postgres';
const { clock, stop: stopClock } = isShared
  ? await followDatabaseClock(database.db, (error) => logFailure(log, error, 'the database clock could not be read'))
  : { clock: { now: () => new Date() }, stop: async () => undefined };
const context: AppContext = { db: database.db, config, clock, log, metrics, ports: PORTS };
const providerFailure = makingProblem(context);
if (providerFailure) await closeAndStop(providerFailure);
reportConnections(metrics, database);
if (config.sandbox) await seed(context);
const app = createApp(context, { earlyMiddleware: EARLY_MIDDLEWARE, routes: ROUTES, middleware: MIDDLEWARE });

const listener = await listen(app.fetch, config.host, config.port, {
  limits: limitsOf(config),
  connectionsPerAddress: config.connectionsPerAddress,
  onRefused: () => metrics.count('connections_refused'),
  log,
}).catch((error: unknown) => {
  const why = WHY[codeOf(error)] ?? `cannot be used (${codeOf(error)}).`;
  return closeAndStop(`Port: ${config.host}:${config.port} ${why}`);
});
const workers = WORKERS.map((start) => start(context));

let isEnding = false;
/** Ctrl-C skips the drain delay; a second signal ends the process immediately. */
const end = async (signal: NodeJS.Signals): Promise<void> => {
  if (isEnding) process.exit(1);
  isEnding = true;
  listener.drain();
  const delayMs = signal === 'SIGTERM' ? config.drainDelayMs : 0;
  await pause(delayMs);
  const workersEnd = Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([
    listener.close(DRAIN_MS, delayMs > 0 ? IDLE_CONNECTION_MS : 0),
    Promise.race([workersEnd, pause(DRAIN_MS)]),
  ]);
  void stopClock();
  await Promise.race([database.close(), pause(CLOSE_MS)]);
  process.exit(0);
};
process.on('SIGTERM', end);
process.on('SIGINT', end);

const hint = `Log in as ${DEMO.account} with ${DEMO.password}. This is a sandbox: no money moves.`;
announceReady(config, { log, print, hint });
