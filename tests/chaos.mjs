import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { DEMO_BUILD } from '../server/demo-environment.mjs';
import { build, install, ROOT, requireNode, stop } from '../server/prepare.mjs';
import { findPostgres, NOT_RUN } from './support/runs/debian-packages.mjs';

/**
 * The counts of one round of each part, and the number of rounds without and with `--full`. Rounds run in parallel, one per core.
 *
 * @typedef {{ files: readonly string[], counts: Readonly<Record<string, number>>, rounds: number, fullRounds: number }} Part
 * @type {ReadonlyMap<string, Part>}
 */
const PARTS = new Map(
  Object.entries({
    flows: {
      files: ['tests/machines/recharge-simulation.test.ts', 'tests/machines/payment-simulation.test.ts'],
      counts: { FLOWS: 20_000, SIMULATED_FLOWS: 2_000 },
      rounds: 10,
      fullRounds: 100,
    },
    fuzz: {
      files: ['tests/api/response-fuzz.test.ts', 'tests/server/fuzz.test.ts'],
      counts: { FUZZ_RUNS: 10_000, FUZZ_BATCHES: 500 },
      rounds: 10,
      fullRounds: 100,
    },
    storm: {
      files: ['tests/server/payments-storm.test.ts', 'tests/server/ledger.test.ts'],
      counts: { CHAOS_RUNS: 10, LEDGER_RUNS: 100 },
      rounds: 10,
      fullRounds: 10,
    },
    kills: {
      files: ['tests/chaos/kill.chaos.test.ts'],
      counts: { CHAOS_CYCLES: 50 },
      rounds: 2,
      fullRounds: 20,
    },
  }),
);

/** Years of the whole stack on a simulated clock, then months with one protection removed each. */
const SIMULATION = 'simulation';
const SIMULATED_YEARS = 100;
/** Months without a violation, with every protection. */
const INTACT_MONTHS = 24;
/** Months in which an invariant has to notice that a protection is gone. The rarest situations occur about twice a year. */
const MAX_BROKEN_MONTHS = 60;

/** Not a seeded part: the main path in WebKitGTK. */
const WEBKIT = 'webkit';
const WEBKIT_ROUNDS = 10;
/** Not a seeded part: kills of a PostgreSQL primary under load. */
const FAILOVER = 'failover';
const FAILOVERS = 100;
/** Not a seeded part: a Playwright test from each kept recording. */
const RECORDED = 'recorded';
/** Articles of mutated hostile markup, drawn in a browser. */
const MARKUP = 'markup';
const MUTATIONS = 2_000;
const FULL_MUTATIONS = 10_000;
/** Build, start and tests without a browser on each supported line of Node. */
const NODE = 'node';
const NAMES = [...PARTS.keys(), MARKUP, RECORDED, WEBKIT, FAILOVER, SIMULATION, NODE];

/** npm run chaos [-- PART…] [--full] */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { full: { type: 'boolean' } } });
const wanted = positionals.length ? positionals : NAMES;
const unknown = wanted.find((name) => !NAMES.includes(name));
if (unknown) stop(`Unknown part "${unknown}". The parts are: ${NAMES.join(', ')}.`);
const parts = [...PARTS]
  .filter(([name]) => wanted.includes(name))
  .map(([name, { fullRounds, ...part }]) => ({ name, ...part, rounds: values.full ? fullRounds : part.rounds }));

const scale = Number(process.env['CHAOS_SCALE'] ?? 1);
const first = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000_000);
if (!(scale > 0) || !Number.isSafeInteger(first)) stop('CHAOS_SCALE must be a number above 0, CHAOS_SEED an integer.');

/** The tests of the server use PostgreSQL if it is available, else PGlite. */
const DATABASE = findPostgres() === null ? {} : { TEST_DATABASE: 'postgres' };

/** @type {(files: readonly string[], counts: Readonly<Record<string, string>>, seed: number) => Promise<{ ok: boolean, output: string }>} */
const play = (files, counts, seed) =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--testTimeout=900000', ...files],
      {
        cwd: ROOT,
        env: { ...process.env, ...DEMO_BUILD, ...DATABASE, ...counts, CHAOS_SEED: String(seed), TZ: 'UTC' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const kill = () => void child.kill();
    process.once('exit', kill);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    child.on('close', (code) => {
      process.off('exit', kill);
      resolve({ ok: code === 0, output });
    });
  });

/**
 * Parts that failed. The others run nevertheless, so that one run reports them all.
 *
 * @type {Set<string>}
 */
const failed = new Set();

/** @param {string} name @param {string} line */
const fail = (name, line) => {
  failed.add(name);
  process.stdout.write(`✗ ${name}: ${line}\n`);
};

/** @param {number} since */
const seconds = (since) => `${((Date.now() - since) / 1_000).toFixed(0)} s`;

const simulation = async () => {
  const since = Date.now();
  const { removeProtections, simulateYears } = await import('./simulation/lab-workers.mjs');
  const years = Math.max(1, Math.round(SIMULATED_YEARS * scale));
  const { totals, failure } = await simulateYears({ seed: first, years });
  if (failure) return fail(SIMULATION, failure.join('\n'));
  const counts = [...totals].map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`);
  process.stdout.write(`✓ ${SIMULATION}: years ${years}, ${counts.join(', ')} (${seconds(since)})\n`);
  const isFine = await removeProtections({
    seed: first,
    intactMonths: INTACT_MONTHS,
    maxBrokenMonths: MAX_BROKEN_MONTHS,
    onOutcome: ({ mutation, months, found, isExpected }) => {
      const removed = mutation ? `without "${mutation.removes}"` : 'with every protection';
      process.stdout.write(
        `${isExpected ? '✓' : '✗'} ${removed}: ${found ?? 'no invariant fails'}, months ${months}\n`,
      );
    },
  });
  if (!isFine) fail(SIMULATION, `repeat with CHAOS_SEED=${first} npm run chaos -- ${SIMULATION}`);
};

/**
 * Parts that were skipped because a program is missing. A part that the command line requests is not skipped: the command fails.
 *
 * @type {string[]}
 */
const notRun = [];

/** @param {string} name @param {string} reason */
const leaveOut = (name, reason) => {
  if (positionals.includes(name)) stop(`${name}: not run, ${reason}`);
  notRun.push(name);
  process.stdout.write(`– ${name}: not run, ${reason}\n`);
};

/**
 * Runs a script of `tests`, whose output is that of this process. Resolves with its exit code.
 *
 * @type {(name: string, args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<number | null>}
 */
const runScript = (name, args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'tests', name), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    process.once('exit', () => void child.kill());
    child.on('close', resolve);
  });

const failover = async () => {
  const times = Math.max(1, Math.round(FAILOVERS * scale));
  const code = await runScript('cluster.mjs', [FAILOVER, '--failovers', String(times)]);
  if (code === NOT_RUN) leaveOut(FAILOVER, 'a program is missing');
  else if (code !== 0) fail(FAILOVER, `repeat with npm run chaos -- ${FAILOVER}`);
};

const markup = async () => {
  const since = Date.now();
  const mutations = Math.max(1, Math.round((values.full ? FULL_MUTATIONS : MUTATIONS) * scale));
  const env = { XSS_MUTATIONS: String(mutations), CHAOS_SEED: String(first) };
  if ((await runScript('browser-tests.mjs', ['content.spec', '--grep', '@markup'], env)) !== 0)
    return fail(MARKUP, `repeat with CHAOS_SEED=${first} npm run chaos -- ${MARKUP}${values.full ? ' --full' : ''}`);
  process.stdout.write(`✓ ${MARKUP}: XSS_MUTATIONS ${mutations.toLocaleString('en-US')} (${seconds(since)})\n`);
};

const webkit = async () => {
  const { findWebKit } = await import('./support/browser/browser.mjs');
  if (!findWebKit()) return leaveOut(WEBKIT, 'WebKitWebDriver or Xvfb is missing');
  const { playInWebKit } = await import('./chaos/webkit-main-path.mjs');
  const times = Math.max(1, Math.round(WEBKIT_ROUNDS * scale));
  /** @type {Set<string>} */
  const versions = new Set();
  try {
    for (let round = 1; round <= times; round += 1) versions.add(await playInWebKit());
  } catch (error) {
    process.stdout.write(`${inspect(error)}\n`);
    return fail(WEBKIT, `the main path failed; repeat with npm run chaos -- ${WEBKIT}`);
  }
  process.stdout.write(`✓ ${WEBKIT}: ${[...versions].join()}, main path ${times.toLocaleString('en-US')}\n`);
};

const recorded = async () => {
  const { playRecordedTests } = await import('./chaos/recorded-tests.mjs');
  try {
    process.stdout.write(`✓ ${RECORDED}: tests from recordings ${await playRecordedTests()}\n`);
  } catch (error) {
    process.stdout.write(`${inspect(error)}\n`);
    fail(RECORDED, `repeat with npm run chaos -- ${RECORDED}`);
  }
};

const node = async () => {
  const { testNodeVersions } = await import('./chaos/node-versions.mjs');
  try {
    testNodeVersions({
      isFull: values.full ?? false,
      database: DATABASE,
      onDone: (line) => void process.stdout.write(`✓ ${NODE}: ${line}\n`),
    });
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : inspect(error)}\n`);
    fail(NODE, `repeat with npm run chaos -- ${NODE}`);
  }
};

// `play` and `runScript` end their child processes in an `exit` listener, which does not run when a signal ends this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

requireNode();
await install();
await build();
const repeat = `CHAOS_SEED=${first}${scale === 1 ? '' : ` CHAOS_SCALE=${scale}`}${values.full ? ' and --full' : ''}`;
process.stdout.write(`Seed ${first}; repeat with ${repeat}\n`);

// The simulation finds most defects, so it runs first. It has a clock of its own, and the failovers mostly wait for PostgreSQL: neither disturbs
// the other.
await Promise.all([
  wanted.includes(FAILOVER) ? failover() : undefined,
  wanted.includes(SIMULATION)
    ? simulation().catch((error) => fail(SIMULATION, `${inspect(error)}; repeat with CHAOS_SEED=${first}`))
    : undefined,
]);

for (const { name, files, counts, rounds } of parts) {
  const since = Date.now();
  const times = Math.max(1, Math.round(rounds * scale));
  const shrunk = Math.min(1, rounds * scale);
  const each = Object.fromEntries(
    Object.entries(counts).map(([key, count]) => [key, String(Math.max(1, Math.round(count * shrunk)))]),
  );
  let next = 0;
  let passed = 0;
  const playRounds = async () => {
    while (next < times) {
      const round = next;
      next += 1;
      const { ok, output } = await play(files, each, first + round);
      if (ok) {
        passed += 1;
        if (passed < times && passed % Math.ceil(times / 10) === 0)
          process.stdout.write(`  ${name}: ${passed} of ${times} rounds (${seconds(since)})\n`);
        continue;
      }
      process.stdout.write(output);
      next = times;
      fail(
        name,
        `round ${round + 1} of ${times} failed; repeat with CHAOS_SEED=${first + round} npm run chaos -- ${name}`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(times, availableParallelism()) }, playRounds));
  if (failed.has(name)) continue;
  const totals = Object.entries(each).map(
    ([key, count]) => `${key} ${(Number(count) * times).toLocaleString('en-US')}`,
  );
  process.stdout.write(`✓ ${name}: ${totals.join(', ')} (${seconds(since)})\n`);
}
if (wanted.includes(MARKUP)) await markup();
if (wanted.includes(RECORDED)) await recorded();
if (wanted.includes(WEBKIT)) await webkit();
// Last, because it replaces the builds in `dist`.
if (wanted.includes(NODE)) await node();
if (failed.size) stop(`failed: ${[...failed].join(', ')}`);
process.stdout.write(notRun.length ? `passed, except that these did not run: ${notRun.join(', ')}\n` : 'passed\n');
