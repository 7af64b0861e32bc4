import pino from 'pino';
import * as v from 'valibot';
import { createApp } from '../../server/app/app.ts';
import { createJobWorker } from '../../server/app/workers.ts';
import type { Db } from '../../server/db/database.ts';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { paymentServices } from '../../server/payments/registry.ts';
import type { GameServer } from '../../server/ports/game-server.ts';
import type { PaymentProvider } from '../../server/ports/payment-provider.ts';
import { ROUTES } from '../../server/routes/routes.ts';
import { mountWebhook } from '../../server/routes/webhook.route.ts';
import { readConfig } from '../../server/runtime/config.ts';
import type { AppContext } from '../../server/runtime/context.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { sandboxGameServer } from '../../server/sandbox/sandbox-game-server.ts';
import type { Post } from '../../server/sandbox/sandbox-jobs.ts';
import { sandboxProvider } from '../../server/sandbox/sandbox-provider.ts';
import { startHousekeeping } from '../../server/workers/housekeeping.ts';
import { startWorker } from '../../server/workers/worker.ts';
import type { FaultProfile } from './fault-profile.ts';
import type { GameCalls } from './game-calls.ts';
import type { Random } from './seeded-random.ts';
import type { Owner, SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { Handle, Network } from './simulated-network.ts';

export const ORIGIN = 'https://portal.example';

const configuration = () => {
  const reading = readConfig({
    ...DEMO_SERVER,
    PUBLIC_URL: ORIGIN,
    STATIC_DIR: '/nonexistent',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: '0',
  });
  if (!reading.ok) throw new Error(reading.line);
  // As with PostgreSQL, a process that starts releases no leases, because some of them belong to other processes.
  return { ...reading.config, databaseUrl: 'postgres://portal@database.example/portal' };
};

/** Longer than every deadline of the server. */
const PATIENCE_MS = 90_000;
/** How long the provider waits for the answer to a notification. */
const NOTIFICATION_MS = 10_000;
const sandboxEvent = v.pipe(v.string(), v.parseJson(), v.object({ event_id: v.string() }));

const eventIdOf = (body: Uint8Array): string =>
  `sandbox:${v.parse(sandboxEvent, new TextDecoder().decode(body)).event_id}`;

/** The interval at which the loops of the server look for work. */
const POLL_MS = 500;

type Process = { readonly owner: Owner; readonly answers: Set<() => void>; readonly app: ReturnType<typeof createApp> };

type ServerParts = {
  readonly clock: SimulatedClock;
  readonly database: SimulatedDatabase;
  readonly network: Network;
  readonly random: Random;
  readonly faultProfile: () => FaultProfile;
  readonly onNotified: (eventId: string) => void;
  /** A line is about to leave the server. */
  readonly onDelivery: GameCalls['check'];
  readonly onStuck: (what: string) => void;
};

/** The server of the portal: one process after another on the same database. A process may die before any statement and after any commit. */
export const createSimulatedServer = (parts: ServerParts) => {
  const { clock, database, network, random, faultProfile, onNotified, onDelivery, onStuck } = parts;
  const config = configuration();
  const log = pino({ level: 'silent' });
  const owners = new Set<Owner>();
  let current: Process | null = null;
  /** Statements until the process dies; null: it keeps running. */
  let fuse: number | null = null;
  let kills = 0;
  let databaseFaults = 0;
  let lostCommits = 0;

  const contextOf = (db: Db, ports: AppContext['ports']): AppContext => ({
    db,
    config,
    clock: { now: () => new Date(clock.now()) },
    log,
    metrics: createMetrics(),
    ports,
  });

  const die = (process: Process): void => {
    if (!process.owner.isAlive) return;
    process.owner.isAlive = false;
    owners.delete(process.owner);
    if (current === process) current = null;
    fuse = null;
    kills += 1;
    for (const answer of process.answers) answer();
    process.answers.clear();
    clock.after(random.between(200, 20_000), start);
  };

  /** Systems that outlive a server process and do not depend on it. */
  const outsideContext = contextOf(database.outside, {
    providers: {},
    gameServer: () => {
      throw new Error('there is no game server here');
    },
    messenger: () => null,
  });
  const outsideProvider = sandboxProvider(outsideContext);
  const game = sandboxGameServer(database.outside);

  const call = <Answer>(owner: Owner, kind: 'provider' | 'game', task: () => Promise<Answer>): Promise<Answer> =>
    network
      .exchange<{ readonly value: Answer } | { readonly error: unknown }>(owner, kind, (answer) => {
        task().then(
          (value) => answer({ value }),
          (error: unknown) => answer({ error }),
        );
      })
      .then((outcome) => {
        if ('error' in outcome) throw outcome.error;
        return outcome.value;
      });

  const providerFor = (owner: Owner): PaymentProvider => ({
    createSession: (request) => call(owner, 'provider', () => outsideProvider.createSession(request)),
    verify: (body, headers, nowMs) => outsideProvider.verify(body, headers, nowMs),
    query: (...given) => call(owner, 'provider', () => outsideProvider.query(...given)),
    close: (...given) => call(owner, 'provider', () => outsideProvider.close(...given)),
    refund: (...given) => call(owner, 'provider', () => outsideProvider.refund(...given)),
  });

  const gameFor = (owner: Owner): GameServer => ({
    deliver: async (...given) => {
      await onDelivery(given[0]);
      return call(owner, 'game', async () =>
        random.chance(faultProfile().refusals)
          ? { kind: 'refused', reason: 'the role is banned' }
          : game.deliver(...given),
      );
    },
  });

  const handle =
    (request: () => Request): Handle<Response> =>
    (answer) => {
      const process = current;
      if (!process) return answer(null);
      clock.setOwner(process.owner);
      let isOpen = true;
      const settle = (response: Response | null): void => {
        if (!isOpen) return;
        isOpen = false;
        process.answers.delete(lose);
        answer(process.owner.isAlive ? response : null);
      };
      const lose = (): void => settle(null);
      process.answers.add(lose);
      clock.after(PATIENCE_MS, () => {
        if (isOpen && process.owner.isAlive) onStuck('a request to the server never ends');
      });
      Promise.resolve(process.app.fetch(request())).then(settle, lose);
    };

  const postFor =
    (owner: Owner): Post =>
    async (body, headers) => {
      const post = () => new Request(`${ORIGIN}/webhooks/sandbox`, { method: 'POST', body: body.slice(), headers });
      const answered = network.exchange<Response>(owner, 'provider', (answer) =>
        handle(post)((response) => {
          if (response?.ok) onNotified(eventIdOf(body));
          answer(response);
        }),
      );
      const gaveUp = new Promise<never>((_, reject) => {
        clock.after(NOTIFICATION_MS, () => reject(new DOMException('timeout', 'TimeoutError')), owner);
      });
      return (await Promise.race([answered, gaveUp])).status;
    };

  const start = (): void => {
    const owner: Owner = { isAlive: true };
    owners.add(owner);
    clock.setOwner(owner);
    const before = (what: string): void => {
      if (!owner.isAlive) throw new Error('the process is dead');
      if (fuse !== null && --fuse < 0) {
        die(process);
        throw new Error('the process was killed');
      }
      if (what === 'begin' || !random.chance(faultProfile().database)) return;
      if (what === 'committed') lostCommits += 1;
      else databaseFaults += 1;
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    };
    const context = contextOf(database.connect({ before }), {
      providers: { sandbox: { make: () => providerFor(owner), sandboxOnly: true } },
      gameServer: () => gameFor(owner),
      messenger: () => null,
    });
    const app = createApp(context, { routes: ROUTES, middleware: [mountWebhook] });
    const process: Process = { owner, answers: new Set(), app };
    current = process;
    startWorker(
      createJobWorker({ services: paymentServices(context), gameServer: gameFor(owner), post: postFor(owner) }),
    );
    startHousekeeping(context);
  };

  clock.setPolls((owner, ms) => ms === POLL_MS && owners.has(owner));

  return {
    start,
    outside: outsideContext,
    handle,
    /** Kills the process after this many statements. */
    killAfter: (statements: number): void => {
      fuse = statements;
    },
    /** Kills the process immediately, between two statements. */
    kill: (): void => {
      if (current) die(current);
    },
    isUp: (): boolean => current !== null,
    /** For checks: payments as a process without faults sees them. */
    services: () =>
      paymentServices(
        contextOf(database.outside, {
          ...outsideContext.ports,
          providers: { sandbox: { make: () => outsideProvider, sandboxOnly: true } },
        }),
      ),
    counts: () => ({ kills, 'database-faults': databaseFaults, 'lost-commits': lostCommits }),
  };
};

export type SimulatedServer = ReturnType<typeof createSimulatedServer>;
