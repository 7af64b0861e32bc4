import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '../../server/db/postgres.ts';
import { orders } from '../../server/db/schema.ts';
import { orderWebProduct } from '../../src/contract/order.contract.ts';
import { createPlayer, post } from '../support/api/player-client.ts';
import { auditMoney } from '../support/server/money-audit.ts';
import type { DatabasePair } from './database-pair.ts';
import { type Call, type Load, type Sample, startLoad } from './load.ts';
import { waitFor } from './programs.ts';
import { failureProblems, type PartResult, quantiles, refusalProblems, requestLine, statusLine } from './report.ts';
import type { Stack } from './stack.ts';

type Books = { readonly line: string; readonly problems: readonly string[] };

/** Compares the confirmed orders with the stored ones, and audits every cent of the database. */
const checkBooks = async (url: string, acknowledged: ReadonlySet<string>): Promise<Books> => {
  const opening = await openPostgres({ url, poolSize: 2 }, () => undefined);
  if (!opening.ok) throw new Error(opening.line);
  const { db, close } = opening.database;
  const stored = new Map((await db.select().from(orders)).map(({ orderId, status }) => [orderId, status]));
  const { captured, delivered, refunded, inProgress, wrong } = await auditMoney(db);
  await close();
  const lost = [...acknowledged].filter((orderId) => !stored.has(orderId));
  const undelivered = [...acknowledged].filter((orderId) => stored.has(orderId) && stored.get(orderId) !== 'delivered');
  return {
    line:
      `${acknowledged.size} acknowledged orders, ${lost.length} lost; captured ${captured} cents = delivered ${delivered} + ` +
      `refunded ${refunded} + in progress ${inProgress}; ${wrong.length} findings`,
    problems: [
      ...lost.map((orderId) => `acknowledged order ${orderId} is lost`),
      ...undelivered.map((orderId) => `paid order ${orderId} is not delivered`),
      ...wrong.map((finding) => `audit: ${finding}`),
      ...(captured === delivered + refunded + inProgress ? [] : ['audit: the sums differ']),
      ...(acknowledged.size ? [] : ['no order was acknowledged']),
    ],
  };
};

const PLAYERS = 24;
/** Number of orders to be acknowledged before each fault. */
const WARM_UP = 24;
/** Longer than the time for which nginx skips a process that refused a connection. */
const RETURN_MS = 2_000;

const WRITES: readonly Call[] = ['create', 'pay'];
/** The calls that players repeat while PostgreSQL is stopped. */
const OUTAGE_CALLS: readonly Call[] = ['items', 'create', 'pay', 'webhook', 'poll'];

/** Characters to print from the end of the output of a process that ended. */
const OUTPUT_CHARACTERS = 3_000;

const FIRST_SUCCESS_MS = 5_000;
const RECOVERY_MS = 1_000;

const untilAcknowledged = (load: Load, more: number): Promise<void> => {
  const before = load.acknowledged.size;
  return waitFor('acknowledged orders', () => load.acknowledged.size >= before + more);
};

/** When the first creation or payment that began after `since` succeeded. */
const firstWrite = async ({ samples }: Load, since: number): Promise<number> => {
  const find = (): Sample | undefined =>
    samples.find(({ call, isSuccess, at, ms }) => WRITES.includes(call) && isSuccess && at - ms >= since);
  await waitFor('a write', () => find() !== undefined);
  return find()?.at ?? 0;
};

const processProblems = async (stack: Stack, before: readonly string[]): Promise<readonly string[]> => {
  const after = await stack.startTimes().catch(() => []);
  if (String(before) === String(after)) return [];
  return ['a server process ended', ...stack.portals.map((portal) => portal.output().slice(-OUTPUT_CHARACTERS))];
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** Restarts both processes in turn, `rounds` times. */
export const rollingRestart = async (
  stack: Stack,
  pair: DatabasePair,
  rounds: number,
  how: string,
): Promise<PartResult> => {
  const load = await startLoad(stack.url, PLAYERS);
  const since = performance.now();
  await untilAcknowledged(load, WARM_UP);
  for (let round = 0; round < rounds; round += 1)
    for (const portal of stack.portals) {
      await portal.stop();
      await portal.start();
      await pause(RETURN_MS);
    }
  await load.stop();
  const failures = failureProblems(load.samples);
  const tookMs = performance.now() - since;
  const books = await checkBooks(pair.url(), load.acknowledged);
  return {
    title: `rolling restart${how}: ${rounds * stack.portals.length} times SIGTERM, 0 failed requests`,
    lines: [
      requestLine(load.samples),
      `${statusLine(load.samples)}; ${(load.samples.length / (tookMs / 1_000)).toFixed(0)} requests/s for ${seconds(tookMs)}`,
      books.line,
    ],
    problems: failures.length ? [...failures, stack.proxyLog(), ...books.problems] : books.problems,
  };
};

const ORDERS_BETWEEN = 12;
const LONGEST_PAUSE_MS = 1_000;

/** Kills the two server processes alternately at random moments, `times` times in total. The other process takes over the jobs. */
export const kills = async ({ portals, url }: Stack, pair: DatabasePair, times: number): Promise<PartResult> => {
  const load = await startLoad(url, PLAYERS);
  for (let time = 0; time < times; time += 1) {
    await untilAcknowledged(load, ORDERS_BETWEEN);
    await pause(Math.random() * LONGEST_PAUSE_MS);
    const portal = portals[time % portals.length === 0 ? 0 : 1];
    await portal.kill();
    await portal.start();
  }
  await load.stop();
  const books = await checkBooks(pair.url(), load.acknowledged);
  return {
    title: `kills: kill -9 of a server process ${times} times under load, 0 acknowledged orders lost, each delivered once`,
    lines: [requestLine(load.samples), statusLine(load.samples), books.line],
    problems: books.problems,
  };
};

/** Kills the primary and promotes its standby, `times` times. */
export const failover = async (stack: Stack, pair: DatabasePair, times: number, how: string): Promise<PartResult> => {
  const startTimes = await stack.startTimes();
  const load = await startLoad(stack.url, PLAYERS);
  const [afterPromotion, afterKill]: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time += 1) {
    await untilAcknowledged(load, WARM_UP);
    await pause(Math.random() * 1_000);
    const killedAt = performance.now();
    await pair.killPrimary();
    const deadAt = performance.now();
    await pair.promote();
    const promotedAt = performance.now();
    const first = await firstWrite(load, deadAt);
    afterPromotion.push(Math.max(0, first - promotedAt));
    afterKill.push(first - killedAt);
    await pair.rebuild();
  }
  await load.stop();
  const books = await checkBooks(pair.url(), load.acknowledged);
  const slow = afterPromotion.filter((ms) => ms > FIRST_SUCCESS_MS);
  return {
    title: `failover${how}: kill -9 of the primary ${times} times, 0 acknowledged orders lost, first success ≤ 5 s after promotion`,
    lines: [
      `first write after promotion: ${quantiles(afterPromotion)}; after kill -9: ${quantiles(afterKill)}`,
      requestLine(load.samples),
      statusLine(load.samples),
      books.line,
    ],
    problems: [
      ...slow.map((ms) => `first success ${seconds(ms)} after promotion`),
      ...refusalProblems(load.samples),
      ...(await processProblems(stack, startTimes)),
      ...books.problems,
    ],
  };
};

export const outage = async (
  stack: Stack,
  pair: DatabasePair,
  forSeconds: number,
  how: string,
): Promise<PartResult> => {
  const startTimes = await stack.startTimes();
  const load = await startLoad(stack.url, PLAYERS);
  await untilAcknowledged(load, WARM_UP);
  const hold = load.holdBefore(OUTAGE_CALLS);
  await waitFor('players before their calls', hold.isComplete);
  const stoppedAt = performance.now();
  await pair.stopPrimary();
  hold.release();
  await pause(forSeconds * 1_000);
  const startedAt = performance.now();
  await pair.startPrimary();
  const acceptedAt = performance.now();
  const first = await firstWrite(load, stoppedAt + 100);
  const recoveryMs = Math.max(0, first - acceptedAt);
  await load.stop();
  const books = await checkBooks(pair.url(), load.acknowledged);
  const during = load.samples.filter(({ at, isSuccess }) => !isSuccess && at > stoppedAt && at < startedAt);
  const neverRefused = OUTAGE_CALLS.filter((name) => !during.some(({ call }) => call === name));
  return {
    title: `outage${how}: PostgreSQL stopped for ${forSeconds} s, 503 with Retry-After, recovery ≤ 1 s, no process ends`,
    lines: [
      `first write ${seconds(recoveryMs)} after PostgreSQL accepts connections`,
      `while it was stopped: ${statusLine(during)}`,
      requestLine(during),
      books.line,
    ],
    problems: [
      ...(recoveryMs > RECOVERY_MS ? [`recovery took ${seconds(recoveryMs)}`] : []),
      ...neverRefused.map((name) => `no ${name} was refused`),
      ...refusalProblems(load.samples),
      ...(await processProblems(stack, startTimes)),
      ...books.problems,
    ],
  };
};

/** Longer than a statement that waits for the standby may block its caller. */
const STANDBY_GONE_MS = 35_000;

/** A commit that the standby confirmed just before the kill is acknowledged a moment later. */
const LAST_COMMIT_MS = 1_000;

/** The time until the periodic work of each process waits for the standby too. */
const PERIODIC_MS = 15_000;
/** The time that Kubernetes gives a process to end. */
const END_MS = 30_000;

/** How long a process takes to end while its commits wait for the standby. */
const stopWithoutStandby = async ({ portals: [portal] }: Stack, pair: DatabasePair): Promise<number> => {
  await pair.killStandby();
  await pause(PERIODIC_MS);
  const since = performance.now();
  await portal.stop();
  const tookMs = performance.now() - since;
  await pair.startStandby();
  await portal.start();
  return tookMs;
};

/** Kills the standby twice: it returns, and a server process is stopped while it is gone. */
export const standbyLoss = async (stack: Stack, pair: DatabasePair): Promise<PartResult> => {
  const startTimes = await stack.startTimes();
  const load = await startLoad(stack.url, PLAYERS);
  await untilAcknowledged(load, WARM_UP);
  await pair.killStandby();
  await pause(LAST_COMMIT_MS);
  const goneAt = performance.now();
  const before = load.acknowledged.size;
  await pause(STANDBY_GONE_MS);
  const alone = load.acknowledged.size - before;
  const during = load.samples.filter(({ at, isSuccess }) => !isSuccess && at > goneAt);
  await pair.startStandby();
  const repairedAt = performance.now();
  const recoveryMs = Math.max(0, (await firstWrite(load, goneAt)) - repairedAt);
  await load.stop();
  const ends = await processProblems(stack, startTimes);
  const endMs = await stopWithoutStandby(stack, pair);
  const books = await checkBooks(pair.url(), load.acknowledged);
  return {
    title:
      'standby: killed, nothing is acknowledged without it, 503 with Retry-After, recovery ≤ 1 s, a process ends only on SIGTERM',
    lines: [
      `while it is gone: ${statusLine(during)}, ${quantiles(during.map(({ ms }) => ms))}`,
      `first write ${seconds(recoveryMs)} after its return`,
      requestLine(load.samples),
      `SIGTERM without it: ended after ${seconds(endMs)}`,
      books.line,
    ],
    problems: [
      ...(alone > 0 ? [`${alone} orders without a standby`] : []),
      ...(during.length ? [] : ['no request was refused']),
      ...(recoveryMs > RECOVERY_MS ? [`recovery took ${seconds(recoveryMs)}`] : []),
      ...(endMs > END_MS ? [`a process took ${seconds(endMs)} to end`] : []),
      ...refusalProblems(load.samples),
      ...ends,
      ...books.problems,
    ],
  };
};

const BURST = 60;
const PER_SECOND = 10;

/** One player sends more concurrent calls than the limit: all processes together accept only what one limit allows. */
export const rateLimits = async ({ url }: Stack): Promise<PartResult> => {
  const { headers, target } = await createPlayer(url);
  const since = performance.now();
  const send = async (): Promise<number> => {
    const response = await post(`${url}${orderWebProduct.path}`, JSON.stringify(target), headers);
    await response.arrayBuffer();
    return response.status;
  };
  const statuses = await Promise.all(Array.from({ length: 4 * BURST }, send));
  const elapsedMs = performance.now() - since;
  const accepted = statuses.filter((status) => status === 200).length;
  const allowed = BURST + Math.ceil((elapsedMs / 1_000) * PER_SECOND);
  const others = statuses.filter((status) => status !== 200 && status !== 429).length;
  return {
    title: 'rate limits: one player has one limit, however many processes run',
    lines: [
      `${accepted} of ${statuses.length} calls accepted in ${seconds(elapsedMs)}; the limit allows ${BURST} to ${allowed}`,
    ],
    problems: [
      ...(accepted > allowed || accepted < BURST - 1 ? [`${accepted} calls were accepted`] : []),
      ...(others ? [`${others} calls failed otherwise`] : []),
    ],
  };
};
