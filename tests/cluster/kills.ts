import { setTimeout as pause } from 'node:timers/promises';
import { checkBooks } from './books.ts';
import type { DatabasePair } from './database-pair.ts';
import { startLoad } from './load.ts';
import { type PartResult, requestLine, statusLine } from './report.ts';
import type { Stack } from './stack.ts';
import { waitFor } from './wait.ts';

const PLAYERS = 24;
const ORDERS_BETWEEN = 12;
const LONGEST_PAUSE_MS = 1_000;

/** Kills the two server processes alternately at random moments, `times` times in total. The other process takes over the jobs. */
export const kills = async ({ portals, url }: Stack, pair: DatabasePair, times: number): Promise<PartResult> => {
  const load = await startLoad(url, PLAYERS);
  for (let time = 0; time < times; time += 1) {
    const before = load.acknowledged.size;
    await waitFor('acknowledged orders', () => load.acknowledged.size >= before + ORDERS_BETWEEN);
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
