type Json = Readonly<Record<string, unknown>>;

/** A row of the order record, with the fields of the specification. `at`: epoch ms by the clock of the API. */
type PlainRow = {
  readonly create_ts: number;
  readonly name: string;
  readonly sdk_order_id: string;
  readonly amount: string;
  readonly channel_name: string;
  readonly status: number;
};

type Page = { readonly page: number; readonly size: number };

/** How an API differs from the specification, or what the specification leaves open. */
export type ApiShape = {
  readonly name: string;
  /** Announces and honors idempotency keys. */
  readonly honorsKeys?: boolean;
  readonly row?: (row: PlainRow) => unknown;
  readonly result?: (rows: readonly unknown[]) => unknown;
  /** Changes the page of the request. */
  readonly page?: (page: Page) => Page;
  readonly ignoresRange?: boolean;
  readonly oldestFirst?: boolean;
  /** The clock of the API minus the real time, in ms. */
  readonly clockMs?: number;
  /** An order may be inserted this long after its request was lost. */
  readonly insertMs?: number;
  /** The record lists an order this long after it was inserted. */
  readonly visibleMs?: number;
  /** The body of the response to a page after the last one. */
  readonly lastPage?: Json;
  /** The body of the response to every creation. */
  readonly created?: Json;
  /** Ids are bare numbers beyond 2^53. */
  readonly hasBigIds?: boolean;
};

const capped =
  (rows: number) =>
  ({ page, size }: Page) => ({ page, size: Math.min(size, rows) });

/** At least the shapes that the field has shown; each must be safe, whether or not the portal can read it. */
export const API_SHAPES: readonly ApiShape[] = [
  { name: 'the specification alone, without keys' },
  { name: 'create_ts in milliseconds', row: (row) => ({ ...row, create_ts: row.create_ts * 1_000 }) },
  { name: 'create_ts with a fraction', row: (row) => ({ ...row, create_ts: row.create_ts + 0.25 }) },
  {
    name: 'create_ts as ISO text',
    row: (row) => ({ ...row, create_ts: new Date(row.create_ts * 1_000).toISOString() }),
  },
  { name: '64-bit numbers as ids', hasBigIds: true },
  { name: 'amounts with a float tail', row: (row) => ({ ...row, amount: Number(row.amount) - 1e-15 }) },
  { name: 'amounts with a comma', row: (row) => ({ ...row, amount: row.amount.replace('.', ',') }) },
  { name: 'channel_name null', row: (row) => ({ ...row, channel_name: null }) },
  { name: 'names null', row: (row) => ({ ...row, name: null, channel_name: null }) },
  { name: 'names in another language', row: (row) => ({ ...row, name: '宝石', channel_name: '卡' }) },
  { name: 'an unknown status', row: (row) => ({ ...row, status: row.status === 1 ? 'waiting' : 'fullypaid' }) },
  { name: 'pages capped at 5 rows', page: capped(5) },
  { name: 'pages capped at 20 rows, oldest first', page: capped(20), oldestFirst: true, ignoresRange: true },
  { name: 'page ignored, 5 rows', page: ({ size }) => ({ page: 1, size: Math.min(size, 5) }), oldestFirst: true },
  { name: 'size ignored', page: ({ page }) => ({ page, size: 3 }) },
  { name: 'begin and end ignored', ignoresRange: true },
  { name: 'a refusal of the page after the last one', lastPage: { code: 63_009, msg: 'no such page', data: null } },
  { name: 'the list one level deeper', result: (rows) => ({ list: rows, count: rows.length }) },
  { name: 'the list as an object with number keys', result: (rows) => ({ ...rows }) },
  { name: 'an empty list as null', result: (rows) => (rows.length > 0 ? rows : null) },
  { name: 'rows that cannot be read', row: () => ({ oid: 7 }) },
  { name: 'a clock eight hours ahead', clockMs: 8 * 3_600_000 },
  { name: 'a clock eight hours behind', clockMs: -8 * 3_600_000 },
  { name: 'late insertion', insertMs: 240_000 },
  { name: 'eventual consistency', visibleMs: 120_000 },
  { name: 'late insertion and eventual consistency', insertMs: 600_000, visibleMs: 600_000 },
  { name: 'creates, then answers 30010', created: { code: 30_010, msg: 'Ask your bank first', data: null } },
  { name: 'keys honored', honorsKeys: true },
  { name: 'keys honored, late insertion', honorsKeys: true, insertMs: 120_000, visibleMs: 60_000 },
  { name: 'keys honored, rows that cannot be read', honorsKeys: true, row: () => ({ oid: 7 }) },
];

/** What happens to a request of order creation. */
type Fate = 'answered' | 'refused' | 'lost-before' | 'lost-after' | 'cut' | 'gateway-error' | 'silent';

const FATES: readonly Fate[] = [
  'answered',
  'refused',
  'lost-before',
  'lost-after',
  'cut',
  'gateway-error',
  'silent',
  'silent',
];

type Order = {
  readonly id: string;
  readonly key: string | null;
  readonly at: number;
  readonly visibleAt: number;
  status: number;
};

const BIG = 9_007_199_254_740_993n;

const jsonResponse = (body: string): Response =>
  new Response(body, { headers: { 'content-type': 'application/json' } });
const html = (): Response => new Response('<html><h1>502 Bad Gateway</h1></html>', { status: 502 });

type Options = {
  readonly shape: ApiShape;
  readonly luck: () => number;
  readonly item: { readonly name: string; readonly price: string };
};

/** An API of a shape, in memory, on the timers of the test. `luck`: the next random integer. */
export const createAnyApi = ({ shape, luck, item }: Options) => {
  const orders: Order[] = [];
  /** Keys of requests that are still worked on. */
  const working = new Set<string>();
  let requests = 0;
  let healthy = false;

  const idOf = (at: number): string => (shape.hasBigIds ? String(BIG + BigInt(at) * 2n) : `P${at}`);

  const insert = (key: string | null, at = Date.now(), status = 1): Order => {
    const known = shape.honorsKeys && key !== null ? orders.find((order) => order.key === key) : undefined;
    if (known) return known;
    const order = { id: idOf(orders.length + 1), key, at, visibleAt: at + (shape.visibleMs ?? 0), status };
    orders.push(order);
    return order;
  };

  const encode = (body: unknown): string => {
    const text = JSON.stringify(body);
    return shape.hasBigIds ? text.replaceAll(/"sdk_order_id":"(\d+)"/g, '"sdk_order_id":$1') : text;
  };
  const answer = (result: unknown, more: Json = {}): Response =>
    jsonResponse(encode({ code: 0, msg: 'ok', result, ...more }));

  const created = ({ id }: Order): Response =>
    shape.created
      ? jsonResponse(encode(shape.created))
      : answer({ pay_url: `https://pay.example/${id}`, sdk_order_id: id });

  const silence = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  const create = async (key: string | null, signal: AbortSignal): Promise<Response> => {
    requests += 1;
    const known = shape.honorsKeys ? orders.find((order) => order.key === key) : undefined;
    if (known) return created(known);
    if (shape.honorsKeys && key !== null && working.has(key))
      return jsonResponse('{"code":30010,"msg":"still working","data":null}');
    const roll = luck();
    const fate = healthy ? 'answered' : (FATES[roll % FATES.length] ?? 'answered');
    switch (fate) {
      case 'answered':
        return created(insert(key));
      case 'refused':
        return jsonResponse('{"code":63001,"msg":"This pack is sold out","data":null}');
      case 'lost-before':
        throw new TypeError('fetch failed');
      case 'lost-after':
        insert(key);
        throw new TypeError('fetch failed');
      case 'cut':
        insert(key);
        return jsonResponse('{"code":0,"result":{"pay_ur');
      case 'gateway-error':
        if (roll & 8) insert(key);
        return html();
      case 'silent':
        // The connection is gone, but the request may still be worked on.
        if (roll & 16) {
          if (key !== null) working.add(key);
          setTimeout(() => void insert(key), roll % (shape.insertMs ?? 50_000));
        }
        return roll & 32 ? silence(signal) : Promise.reject(new TypeError('fetch failed'));
    }
  };

  const record = async (body: Json, signal: AbortSignal): Promise<Response> => {
    if (!healthy && luck() % 8 === 0) return luck() & 1 ? html() : silence(signal);
    const clock = shape.clockMs ?? 0;
    const now = Date.now();
    const { page, size } = (shape.page ?? ((given: Page) => given))({
      page: Number(body['page']),
      size: Number(body['size']),
    });
    const found = orders
      .filter(({ visibleAt }) => visibleAt <= now)
      .map((order) => ({ ...order, ts: Math.floor((order.at + clock) / 1_000) }))
      .filter(({ ts }) => shape.ignoresRange || (Number(body['begin']) <= ts && ts <= Number(body['end'])))
      .filter(({ id }) => body['sdk_order_id'] === '' || body['sdk_order_id'] === id)
      .toSorted((a, b) => (shape.oldestFirst ? a.ts - b.ts : b.ts - a.ts));
    const rows = found.slice((page - 1) * size, page * size);
    if (rows.length === 0 && page > 1 && shape.lastPage) return jsonResponse(encode(shape.lastPage));
    const listed = rows.map(
      ({ id, ts, status }): PlainRow => ({
        create_ts: ts,
        name: item.name,
        sdk_order_id: id,
        amount: item.price,
        channel_name: 'Card',
        status,
      }),
    );
    return answer((shape.result ?? ((all) => all))(listed.map(shape.row ?? ((one) => one))));
  };

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), 'https://api.example');
    const signal = init?.signal ?? new AbortController().signal;
    const body: Json = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    if (pathname === '/api/setting/time')
      return answer({ ts: Math.floor((Date.now() + (shape.clockMs ?? 0)) / 1_000) });
    if (pathname === '/api/order/record') return record(body, signal);
    if (pathname === '/api/order/webCreate') return create(new Headers(init?.headers).get('idempotency-key'), signal);
    return new Response(null, { status: 404 });
  };

  return {
    fetch,
    insert,
    deliver: (id: string): void => {
      for (const order of orders) if (order.id === id) order.status = 4;
    },
    heal: (): void => {
      healthy = true;
    },
    orders: orders as readonly Order[],
    requests: () => requests,
  };
};
