import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { wireSubmitOrder } from '../../machines/wizard/submit-order.machine.ts';
import type {
  OrderIntent,
  SubmitOrderInput,
  SubmitOrderPorts,
  SubmitOrderReport,
} from '../../machines/wizard/submit-order.types.ts';
import { createAccountStore } from '../../src/adapters/account-store.ts';
import { createClockSync } from '../../src/adapters/clock-sync.ts';
import { createOrderCreation } from '../../src/adapters/order-creation.ts';
import { createOrderReader } from '../../src/adapters/order-reader.ts';
import { createOrderRequests } from '../../src/adapters/order-requests.ts';
import { createRoleList } from '../../src/adapters/role-list.ts';
import { createSubmitOrderPorts } from '../../src/adapters/submit-order.adapter.ts';
import { createApiClient } from '../../src/api/api-client.ts';
import { createSafeStorage } from '../../src/platform/safe-storage.ts';
import { createServerClock } from '../../src/platform/server-clock.ts';
import { API_SHAPES, type ApiShape, createAnyApi } from '../support/api/any-api.ts';
import { REFERENCE_CODES } from '../support/api/reference-codes.ts';
import { createFakeStore } from '../support/browser/fake-browser.ts';
import { anIntent, CONFIRMED_AT, never } from '../support/machines/core-harness.ts';

const FLOWS = Number(process.env['SHAPE_FLOWS'] ?? 60);
/** Ends a run that hangs. */
const DEADLINE_MS = Math.max(120_000, FLOWS * 300);

beforeEach(() => void vi.useFakeTimers({ now: CONFIRMED_AT, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const ACCOUNT = { userId: 'u-1', localId: null, gameAccountId: 'ga-1', gameId: 'g1', displayName: 'Ryn' };
const WHO = { epoch: 1, token: 'token', accountId: 'ga-1', gameId: 'g1', userId: 'u-1', clientId: 'client-1' };
const { choices } = anIntent();
const SERVERS = [
  { serverId: 's1', serverName: 'Aurora', status: 0 as const, roles: [{ roleId: 'r1', roleName: '月影' }] },
];

/** Lets the responses arrive that wait for no timer. */
const flush = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** From timer to timer, which is faster than the clock of the test library. */
const pass = async (ms: number): Promise<void> => {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, ms);
  await flush();
  while (!isOver) {
    vi.advanceTimersToNextTimer();
    await flush();
  }
};

type Api = ReturnType<typeof createAnyApi>;

/** The adapters, the API client and the contract of one page load. */
const openPage = (api: Api, shape: ApiShape, texts: ReturnType<typeof createSafeStorage>) => {
  const clock = createServerClock({ monotonic: () => Date.now(), wall: () => Date.now() });
  const client = createApiClient({
    baseUrl: 'https://api.example',
    version: '1.0.0',
    credentials: () => WHO,
    onUnauthorized: () => {},
    onKicked: () => {},
    fetch: api.fetch,
    codes: REFERENCE_CODES,
    isOnline: () => true,
    now: () => Date.now(),
    log: () => {},
  });
  const store = createAccountStore(texts, ACCOUNT as never, { isPayUrl: () => true, clock });
  store.saveServers(SERVERS);
  const checkPayUrl = () => () => true;
  const reader = createOrderReader({
    api: client,
    clock,
    channel: { post: () => {}, listen: () => () => {} } as never,
    session: { account: () => ACCOUNT } as never,
    isPayUrl: () => true,
    checkPayUrl,
    servers: () => SERVERS,
  });
  const requests = createOrderRequests({
    api: client,
    roles: createRoleList(client, () => store),
    system: 'android',
    idempotencyHeader: 'idempotency-key',
    quoteHeader: 'x-quote',
  });
  const creation = createOrderCreation({
    requests,
    reader,
    clock,
    syncClock: createClockSync(client, clock).sync,
    store: () => store,
    checkPayUrl,
    honorsKeys: () => shape.honorsKeys === true,
  });
  const ports = createSubmitOrderPorts({
    creation,
    windows: { close: () => {} } as never,
    browser: { document: new EventTarget(), ...silentTarget } as never,
    store: () => store,
  });
  return { clock, reader, store, ports };
};

const silentTarget = { addEventListener: () => {}, removeEventListener: () => {} };

let current: SubmitOrderPorts | null = null;
let listen: (report: SubmitOrderReport) => void = () => {};
const connected = (): SubmitOrderPorts => {
  if (!current) throw new Error('no page is open');
  return current;
};
/** XState prepares a machine once, so all flows run on one. */
const host = setup({
  types: { input: {} as SubmitOrderInput, context: {} as SubmitOrderInput, events: {} as SubmitOrderReport },
  actors: {
    submitOrder: wireSubmitOrder({
      saveIntent: (input, signal) => connected().saveIntent(input, signal),
      createOrder: (input, signal) => connected().createOrder(input, signal),
      lookUpOrder: (input, signal) => connected().lookUpOrder(input, signal),
      closeWindow: async () => {},
      wakeUps: () => () => {},
    }),
  },
}).createMachine({
  context: ({ input }) => input,
  invoke: { id: 'submitOrder', src: 'submitOrder', input: ({ context }) => context },
  on: { 'order.*': { actions: ({ event }) => listen(event) } },
});

type Tally = Record<
  'flows' | 'delivered' | 'uncertain' | 'refused' | 'second orders, asked for' | 'second orders',
  number
>;

/** One player who wants one order. The player places another one only after "Place a new order anyway" is clicked. */
const playFlow = async (shape: ApiShape, script: readonly number[], tally: Tally): Promise<void> => {
  vi.clearAllTimers();
  vi.setSystemTime(CONFIRMED_AT);
  let at = 0;
  const luck = (): number => script[at++ % script.length] ?? 0;
  const api = createAnyApi({ shape, luck, item: { name: choices.item.title, price: '0.99' } });
  const local = createFakeStore();
  const texts = createSafeStorage([() => local]);
  // Earlier orders of the same item.
  for (let earlier = luck() % 9; earlier > 0; earlier -= 1) api.insert(null, CONFIRMED_AT - earlier * 7_200_000, 4);
  const before = api.orders.length;
  let page = openPage(api, shape, texts);
  let confirmed = 0;
  let asked = 0;
  let end: 'delivered' | 'uncertain' | 'refused' = 'uncertain';

  const submit = (intent: OrderIntent, resumed: boolean) => {
    current = page.ports;
    const reports: SubmitOrderReport[] = [];
    listen = (report) => void reports.push(report);
    const actor = createActor(host, { input: { intent, resumed, windowRef: null } }).start();
    return { actor, reports };
  };
  const confirm = (): OrderIntent => {
    confirmed += 1;
    return {
      ...anIntent(),
      key: `0b7c1c1e-5d5f-4b6e-9f50-${String(confirmed).padStart(12, '0')}`,
      confirmedAt: page.clock.now(),
    };
  };

  let intent = confirm();
  let run = submit(intent, false);
  for (let turn = 0; turn < 14; turn += 1) {
    await pass([0, 1_000, 20_000, 75_000, 400_000][luck() % 5] ?? 0);
    const last = run.reports.at(-1);
    if (last?.type === 'order.placed') {
      end = 'delivered';
      break;
    }
    if (last?.type === 'order.refused') {
      end = 'refused';
      page.store.deleteIntent(intent.key);
      // The page says that no order was placed, so the player simply confirms again.
      if (luck() & 1) break;
      run.actor.stop();
      intent = confirm();
      run = submit(intent, false);
      end = 'uncertain';
      continue;
    }
    const choice = luck() % 8;
    if (choice === 0) {
      // The page closes and is opened again.
      run.actor.stop();
      page = openPage(api, shape, texts);
      run = submit(intent, true);
    } else if (last?.type === 'order.waiting') {
      if (choice < 5) run.actor.getSnapshot().children['submitOrder']?.send({ type: 'order.retry' });
      else if (choice === 5) {
        asked += 1;
        run.actor.stop();
        page.store.deleteIntent(intent.key);
        intent = confirm();
        run = submit(intent, false);
      }
    }
  }
  run.actor.stop();
  // Requests that are still on their way arrive.
  await pass(1_300_000);
  if (end === 'delivered') {
    const placed = run.reports.at(-1);
    const ticket = placed?.type === 'order.placed' ? placed.ticket : null;
    if (!ticket || !api.orders.some(({ id }) => id === ticket.orderId)) throw new Error('an order that does not exist');
    api.heal();
    api.deliver(ticket.orderId);
    const read = page.reader.read(ticket, never).catch(() => null);
    await pass(20_000);
    if ((await read)?.record.status !== 'delivered') end = 'uncertain';
  }
  const made = api.orders.length - before;
  tally.flows += 1;
  tally[end] += 1;
  tally['second orders, asked for'] += Math.min(Math.max(0, made - 1), asked);
  tally['second orders'] += Math.max(0, made - 1 - asked);
  if (made > 1 + asked) throw new Error(`${made} orders, ${asked} asked for: ${api.requests()} requests`);
};

test.each(API_SHAPES)(
  `${FLOWS} flows make no second order that the player did not ask for, at an API with $name (RCHG-10, RCHG-20)`,
  async (shape) => {
    const tally: Tally = {
      flows: 0,
      delivered: 0,
      uncertain: 0,
      refused: 0,
      'second orders, asked for': 0,
      'second orders': 0,
    };
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.array(fc.nat({ max: 1_048_575 }), { minLength: 40, maxLength: 40 })), (script) =>
        playFlow(shape, script, tally),
      ),
      { numRuns: FLOWS, endOnFailure: true },
    );
    expect(tally['second orders']).toBe(0);
    if (process.env['SHAPE_TABLE']) process.stdout.write(`${JSON.stringify({ shape: shape.name, ...tally })}\n`);
  },
  DEADLINE_MS,
);
