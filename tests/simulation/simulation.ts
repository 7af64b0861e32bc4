import { PGlite } from '@electric-sql/pglite';
import type { Flow } from '../../src/qa/core/record/flow.file.ts';
import { drawFaultProfile, type FaultProfile, NO_FAULTS } from './fault-profile.ts';
import { createGameCalls } from './game-calls.ts';
import { createInvariants } from './invariants.ts';
import { createOutages } from './outages.ts';
import { createPlayers, newPlayer } from './players.ts';
import { createScreenWatch } from './screen-watch.ts';
import { createRandom, type Random, seedCrypto } from './seeded-random.ts';
import { createSimulatedClock, SIMULATION, type SimulatedClock } from './simulated-clock.ts';
import { addPlayer, countOutcomes, createSimulatedDatabase, seedShop } from './simulated-database.ts';
import { createNetwork } from './simulated-network.ts';
import { createSimulatedServer } from './simulated-server.ts';
import type { SimulatedTab } from './simulated-tab.ts';
import { createTabFetch } from './tab-requests.ts';
import type { Violation } from './violation.ts';
import { createWork } from './work.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STARTS_AT = Date.UTC(2026, 0, 5, 8);
/** Statements, messages and machines that wait only for each other finish within this many turns of the event loop. */
const TURNS = 20_000;
const QUIET_POINTS = 12;
/** Ten times the steps that a visit and the quiet time after it need. */
const MAX_STEPS = 8_000;

export type SimulationPlan = {
  readonly seed: number;
  readonly days: number;
  readonly players: number;
  /** Visits of all players together, on average. */
  readonly visits: number;
  /** The data folder of a database with the current schema, as PGlite dumps it. */
  readonly dataDir: Blob;
  /** Statements that remove a protection from the database. */
  readonly sql?: string;
  /** Records the tabs, which is slower. */
  readonly isRecorded?: boolean;
};

type SimulationResult = {
  /** Null: no invariant was violated. */
  readonly violation: Violation | null;
  /** Epoch ms of the simulation. */
  readonly endedAt: number;
  /** How often each kind of event happened. */
  readonly counts: Readonly<Record<string, number>>;
  /** A recording of the tabs that the violation is about, or of those that were open at the end; null if the plan is not recorded. */
  readonly flow: Flow | null;
};

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const flowOf = (seed: number, tabs: readonly SimulatedTab[]): Flow => {
  const recorded = tabs.flatMap((tab) => tab.recorded() ?? []);
  return {
    format: 'portal.flow',
    version: 1,
    name: `simulation-${seed}`,
    build: '1.2.3',
    locale: 'en-US',
    machines: Object.assign({}, ...recorded.map(({ machines }) => machines)),
    runs: recorded.map(({ machines: _, ...run }, at) => ({ ...run, tab: String.fromCharCode(97 + (at % 26)) })),
  };
};

const run = async (
  { seed, days, players: playerCount, visits, isRecorded = false }: SimulationPlan,
  random: Random,
  clock: SimulatedClock,
  client: PGlite,
): Promise<SimulationResult> => {
  let faultProfile: FaultProfile = NO_FAULTS;
  /** Epoch ms until which faults last while no player is buying. */
  let faultsUntil = 0;
  const outages = createOutages({ clock, random });
  const parts = { clock, random, outages, faultProfile: () => faultProfile };
  const database = createSimulatedDatabase(client);
  const network = createNetwork(parts);
  const server = createSimulatedServer({
    ...parts,
    database,
    network,
    onNotified: (eventId) => invariants.notified(eventId),
    onDelivery: (deliveryLine) => gameCalls.check(deliveryLine),
    onStuck: (what) => invariants.reportViolation('nothing-stuck', what),
  });
  const invariants = createInvariants({ clock, database, server, outages });
  const gameCalls = createGameCalls({ now: clock.now, database, reportViolation: invariants.reportViolation });
  const { intents } = invariants;
  const screens = createScreenWatch({ clock, database, invariants });
  const fetch = createTabFetch({
    ...parts,
    network,
    server,
    intents,
    reportViolation: invariants.reportViolation,
    onRecord: screens.received,
  });
  const players = createPlayers({
    ...parts,
    database,
    server,
    invariants,
    screens,
    fetch,
    isRecorded,
    isFaultFree: () => faultProfile === NO_FAULTS,
    onReturn: () => {
      if (faultProfile !== NO_FAULTS || random.chance(0.5)) return;
      faultProfile = drawFaultProfile(random);
      faultsUntil = clock.now() + random.between(1, 4) * MINUTE;
    },
  });
  const work = createWork({ clock, database, server });

  await seedShop(database.outside);
  const everyone = Array.from({ length: playerCount }, (_, number) => newPlayer(`player-${number}`, random));
  for (const { userId } of everyone) await addPlayer(database.outside, userId, new Date(clock.now()));
  server.start();

  let violation: Violation | null = null;
  let steps = 0;
  const hasFailed = (): boolean => {
    violation ??= invariants.take();
    return violation !== null;
  };

  /** Waits until everything that happens at this moment has finished. */
  const rest = async (): Promise<void> => {
    for (let turns = 0, idle = 0; idle < 3; turns += 1) {
      await turn();
      idle = database.isBusy() ? 0 : idle + 1;
      if (turns > TURNS) throw new Error('a transaction waits for something outside the database');
    }
    clock.setOwner(SIMULATION);
  };

  const runUntil = async (limit: number): Promise<void> => {
    while (!hasFailed()) {
      if (!(await work.next(limit))) return;
      await rest();
      steps += 1;
      if (steps > MAX_STEPS * visits)
        invariants.reportViolation('nothing-stuck', `the simulation does not settle: ${clock.waiting()}`);
      await screens.check(players.tabs());
      await invariants.checkStep();
      if (!players.isBuying() && clock.now() >= faultsUntil) faultProfile = NO_FAULTS;
    }
  };

  const planKills = (): void => {
    for (let kill = 0; kill < Math.round(faultProfile.kills * random.next() * 2); kill += 1)
      clock.after(random.between(0, 6 * MINUTE), () => {
        if (faultProfile === NO_FAULTS) return;
        if (random.chance(0.8)) server.killAfter(random.between(0, 40));
        else server.kill();
      });
  };

  const endsAt = STARTS_AT + days * DAY;
  const planVisit = (): void => {
    const pause = random.pause((days * DAY) / visits);
    if (clock.now() + pause >= endsAt) return;
    clock.after(pause, () => {
      faultProfile = drawFaultProfile(random);
      planKills();
      outages.plan();
      const player = random.pick(everyone);
      const until = clock.now() + (random.chance(0.25) ? random.between(6, 12) : random.between(2, 5)) * MINUTE;
      players.visit(player, random.chance(0.25) ? 'epoint' : 'game', until);
      if (random.chance(0.2)) players.visit(random.pick(everyone), 'game', until);
      if (random.chance(0.15)) players.visit(player, 'game', until);
      // A day later, the player looks at the orders.
      if (random.chance(0.5))
        clock.after(random.between(60, 1_800) * MINUTE, () => players.visit(player, 'look', clock.now() + 6 * MINUTE));
      planVisit();
    });
  };

  const play = async (): Promise<void> => {
    await rest();
    planVisit();
    for (let point = 1; point <= QUIET_POINTS && !hasFailed(); point += 1) {
      await runUntil(STARTS_AT + (days * DAY * point) / QUIET_POINTS);
      if (!hasFailed() && players.isAway()) await invariants.checkQuiet();
    }
    // Without faults, each player looks at the orders once more, and the two weeks of checks for late payments end.
    outages.endAll();
    if (!hasFailed()) await runUntil(clock.now() + 10 * HOUR);
    if (!hasFailed()) {
      for (const player of everyone) players.visit(player, 'look', clock.now() + 12 * MINUTE);
      await runUntil(clock.now() + 15 * DAY);
    }
    if (!hasFailed()) await invariants.checkSettled();
  };

  // An EventTarget reports an error of a listener to the process, as a browser reports it to the window.
  process.on('uncaughtException', invariants.reportError);
  try {
    await play();
  } catch (error) {
    invariants.reportError(error);
  } finally {
    process.off('uncaughtException', invariants.reportError);
  }
  hasFailed();

  const counts = {
    ...players.counts(),
    ...invariants.counts(),
    ...(await countOutcomes(database)),
    ...gameCalls.counts(),
    ...outages.counts(),
    'retried-jobs': database.retries(),
    ...server.counts(),
    ...network.counts(),
    steps,
  };
  const flow = isRecorded ? flowOf(seed, players.recordings((violation as Violation | null)?.about ?? null)) : null;
  players.closeAll();
  server.kill();
  await rest();
  return { violation, endedAt: clock.now(), flow, counts };
};

/**
 * Runs players, portal, network, server, provider, game server and database in this process, with one clock and the random numbers of
 * one seed, so the same plan always has the same result. Ends with the first violated invariant.
 */
export const simulate = async (plan: SimulationPlan): Promise<SimulationResult> => {
  const random = createRandom(plan.seed);
  const clock = createSimulatedClock(STARTS_AT);
  const client = await PGlite.create({ loadDataDir: plan.dataDir });
  if (plan.sql) await client.exec(plan.sql);
  const restoreCrypto = seedCrypto(random.fork());
  clock.install();
  try {
    return await run(plan, random, clock, client);
  } catch (error) {
    throw new Error(`the simulation with seed ${plan.seed} has failed`, { cause: error });
  } finally {
    clock.uninstall();
    restoreCrypto();
    await client.close();
  }
};

/** One simulated year: few visits, each with minutes of machines, requests and faults, and quiet weeks between them. */
export const yearOf = (seed: number, dataDir: Blob): SimulationPlan => ({
  seed,
  dataDir,
  days: 365,
  players: 4,
  visits: 10,
});
