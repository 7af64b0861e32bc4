import { type Curve, curveOf, FLAT, LINEAR, type Round } from './growth-curve.ts';
import type { GrowthPlayer } from './growth-players.ts';
import { postmasterOf, treeCpuMs } from './server/processes.ts';

/** Calls per measurement: enough for the kernel's clock ticks of 10 ms. */
const CALLS_PER_MEASUREMENT = 50;
const SIZE = 10;
const DAY = 86_400;

type Call = {
  readonly name: string;
  readonly path: string;
  readonly body: (player: GrowthPlayer) => object;
  readonly limit: number;
};

const ORDERS = '/api/order/record';
const ENTRIES = '/api/epoint/record';

const page = (more: object) => ({ page: 1, size: SIZE, begin: 0, end: 0, ...more });
const orders = (more: object = {}) => page({ sdk_order_id: '', status: -1, ...more });
const entries = (more: object = {}) => page({ type: 'all', ...more });
const lastPage = (rows: number): number => Math.max(1, Math.floor(rows / SIZE));

/** The time range of the oldest page: there is one row per hour. */
const oldest = ({ count }: GrowthPlayer) => {
  const now = Math.floor(Date.now() / 1_000);
  return { begin: now - Math.ceil((count / 24) * DAY), end: now - Math.floor(((count - SIZE) / 24) * DAY) };
};

const CALLS: readonly Call[] = [
  { name: 'orders, first page', path: ORDERS, body: () => orders(), limit: FLAT },
  { name: 'orders, last page', path: ORDERS, body: ({ count }) => orders({ page: lastPage(count) }), limit: LINEAR },
  { name: 'orders, oldest hours', path: ORDERS, body: (player) => orders(oldest(player)), limit: FLAT },
  {
    name: 'delivered orders, last page',
    path: ORDERS,
    body: ({ count }) => orders({ status: 4, page: lastPage(count * 0.9) }),
    limit: LINEAR,
  },
  { name: 'E Points, first page', path: ENTRIES, body: () => entries(), limit: FLAT },
  {
    name: 'E Points, last page',
    path: ENTRIES,
    body: ({ count }) => entries({ page: lastPage(count) }),
    limit: LINEAR,
  },
  { name: 'E Points, oldest hours', path: ENTRIES, body: (player) => entries(oldest(player)), limit: FLAT },
  {
    name: 'income, last page',
    path: ENTRIES,
    body: ({ count }) => entries({ type: 'income', page: lastPage(count * 0.9) }),
    limit: LINEAR,
  },
  { name: 'servers', path: '/api/user/webRole', body: () => ({}), limit: LINEAR },
  {
    name: 'items',
    path: '/api/order/webProduct',
    body: ({ userId }) => ({ server_id: `${userId}-1`, role_id: 'a' }),
    limit: LINEAR,
  },
];

const send = async (url: string, { path, body }: Call, player: GrowthPlayer): Promise<void> => {
  const { userId, token, clientId } = player;
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token, 'user-id': userId, 'client-id': clientId },
    body: JSON.stringify(body(player)),
  });
  const text = await response.text();
  if (!text.startsWith('{"code":0,') || text.includes('"result":[]')) throw new Error(`${path}: ${text.slice(0, 300)}`);
};

/** CPU of the server process since its start, in ms. */
const serverCpuMs = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('the server reports no CPU time');
  return Number(seconds) * 1_000;
};

/** CPU of server and PostgreSQL for each call, in ms. Each round sends every call for every player. */
export const measureServer = async (
  url: string,
  databaseUrl: string,
  players: readonly GrowthPlayer[],
  rounds: number,
): Promise<readonly Curve[]> => {
  const postmaster = await postmasterOf(databaseUrl);
  const usedMs = async (): Promise<number> => (await serverCpuMs(url)) + (treeCpuMs(postmaster) ?? 0);
  const cpuOf = async (call: Call, player: GrowthPlayer): Promise<number> => {
    await send(url, call, player);
    const before = await usedMs();
    for (let sent = 0; sent < CALLS_PER_MEASUREMENT; sent += 1) await send(url, call, player);
    return ((await usedMs()) - before) / CALLS_PER_MEASUREMENT;
  };
  const measured = new Map<Call, Round[]>(CALLS.map((call) => [call, []]));
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [call, seen] of measured) {
      const values: [GrowthPlayer['count'], number][] = [];
      for (const player of players) values.push([player.count, await cpuOf(call, player)]);
      if (round > 0) seen.push(new Map(values));
    }
  return [...measured].map(([{ name, limit }, seen]) => curveOf(name, limit, seen));
};
