import { inspect } from 'node:util';
import pg from 'pg';
import { runSql } from '../support/server/postgres-cluster.ts';
import { createDatabasePair, type DatabasePair } from './database-pair.ts';
import { failover, kills, outage, rateLimits, rollingRestart, standbyLoss } from './parts.ts';
import { release } from './release.ts';
import { type PartResult, printPart } from './report.ts';
import { type Binaries, type Stack, startPoolers, startStack } from './stack.ts';
import { tls } from './tls.ts';

/** `parts`: empty means all. */
export type Options = {
  readonly parts: readonly string[];
  readonly failovers: number;
  readonly outageSeconds: number;
};

const PARTS = ['tls', 'limits', 'restart', 'kills', 'failover', 'standby', 'outage', 'pgbouncer', 'release'];
/** Parts that need no processes behind nginx, or start their own. */
const OWN_STACK = ['pgbouncer', 'release'];
const ROLE_SETTINGS = ["statement_timeout = '15s'", "idle_in_transaction_session_timeout = '15s'"];

const urlOf = (ports: readonly number[], password: string): string =>
  `postgres://tester:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`;

/** Runs the tasks in reverse order, also after Ctrl-C. */
const createCleanup = () => {
  const tasks: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  const undo = async (): Promise<void> => {
    for (let task = tasks.pop(); task; task = tasks.pop()) await task().catch(() => undefined);
  };
  return {
    add: (task: () => Promise<void>): void => {
      tasks.push(task);
    },
    run: (): Promise<void> => {
      running ??= undo().finally(() => {
        running = null;
      });
      return running;
    },
  };
};

type Cleanup = ReturnType<typeof createCleanup>;

const withStack = async (
  binaries: Binaries,
  databaseUrl: string,
  cleanup: Cleanup,
  run: (stack: Stack) => Promise<void>,
): Promise<void> => {
  const stack = await startStack(binaries, databaseUrl);
  cleanup.add(stack.remove);
  await run(stack);
  await stack.remove();
};

/** PgBouncer ignores the settings that the server sends, so they must reach its sessions through the role. */
const timeoutProblems = async (port: number, password: string): Promise<PartResult> => {
  const client = new pg.Client({ connectionString: urlOf([port], password), statement_timeout: 1 });
  await client.connect();
  const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout');
  await client.end();
  const found = rows[0]?.statement_timeout;
  return {
    title: 'pgbouncer: time limits of the role apply',
    lines: [`statement_timeout ${found}`],
    problems: found === '15s' ? [] : [`statement_timeout is ${found}`],
  };
};

const play = async (options: Options, binaries: Binaries, cleanup: Cleanup): Promise<boolean> => {
  const wants = (part: string): boolean => !options.parts.length || options.parts.includes(part);
  let isGood = true;
  const print = (result: PartResult): void => {
    isGood = printPart(result) && isGood;
  };
  const pair: DatabasePair = await createDatabasePair();
  cleanup.add(pair.remove);
  if (PARTS.some((part) => wants(part) && !OWN_STACK.includes(part)))
    await withStack(binaries, urlOf(pair.ports, pair.password), cleanup, async (stack) => {
      if (wants('tls')) print(await tls(stack, binaries.nginx));
      if (wants('limits')) print(await rateLimits(stack));
      const restarts = Math.max(2, Math.round(options.failovers / 3));
      if (wants('restart')) print(await rollingRestart(stack, pair, restarts, ''));
      if (wants('kills')) print(await kills(stack, pair, options.failovers));
      if (wants('failover')) print(await failover(stack, pair, options.failovers, ''));
      if (wants('standby')) print(await standbyLoss(stack, pair));
      if (wants('outage')) print(await outage(stack, pair, options.outageSeconds, ''));
    });
  if (wants('pgbouncer')) {
    await runSql(pair.url(), ...ROLE_SETTINGS.map((setting) => `alter role tester set ${setting}`));
    const poolers = await startPoolers(binaries, pair.ports, pair.password);
    cleanup.add(poolers.remove);
    print(
      await timeoutProblems(poolers.ports[pair.ports.indexOf(Number(new URL(pair.url()).port))] ?? 0, pair.password),
    );
    await withStack(binaries, urlOf(poolers.ports, pair.password), cleanup, async (stack) => {
      print(await failover(stack, pair, Math.max(1, Math.round(options.failovers / 4)), ' behind PgBouncer'));
      print(await outage(stack, pair, options.outageSeconds, ' behind PgBouncer'));
    });
  }
  if (wants('release')) print(await release(binaries.nginx, binaries.caddy));
  return isGood;
};

/** Starts everything on free loopback ports, runs the parts and prints a report. Resolves with the exit code. */
export const run = async (options: Options, binaries: Binaries): Promise<number> => {
  const unknown = options.parts.find((part) => !PARTS.includes(part));
  if (unknown) {
    process.stderr.write(`Unknown part "${unknown}". The parts are: ${PARTS.join(', ')}.\n`);
    return 1;
  }
  const cleanup = createCleanup();
  const interrupt = (): void => {
    void cleanup.run().then(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt);
  const since = performance.now();
  try {
    const isGood = await play(options, binaries, cleanup);
    process.stdout.write(`${isGood ? 'passed' : 'FAILED'} in ${((performance.now() - since) / 1_000).toFixed(0)} s\n`);
    return isGood ? 0 : 1;
  } catch (error) {
    process.stdout.write(`✗ ${inspect(error)}\n`);
    return 1;
  } finally {
    await cleanup.run();
  }
};
