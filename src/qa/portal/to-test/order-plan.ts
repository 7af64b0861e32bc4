import * as v from 'valibot';
import { ORDER_STATUSES, type OrderStatus } from '../../../../machines/order/order.status.ts';
import type { Flow } from '../../core/record/flow.file.ts';
import type { Exchange } from './exchanges.ts';
import { type FlowEntry, outputAs } from './flow-entries.ts';
import { type OrderAct, type Plan, planFor, type SetUp, type Wait } from './set-up-plan.ts';

const record = v.object({
  paymentId: v.string(),
  status: v.picklist(ORDER_STATUSES),
  paymentCreateTime: v.number(),
});
const observation = v.object({ record });
const ticket = v.object({ orderId: v.string(), createdAt: v.number() });

const TIME_TO_PAY_S = 300;

/** In the numbers of the orders that the sandbox begins with. They are of its demo account. */
export const DEMO_ORDER = '-DEM0-';

type Sighting = { readonly status: OrderStatus; readonly exchange: Exchange; readonly createdAt: number };

const recordsIn = (output: unknown): readonly v.InferOutput<typeof record>[] => {
  const one = outputAs(observation, output);
  return one ? [one.record] : (outputAs(v.array(record), output) ?? []);
};

/** The statuses of each order as the page learned them, without repeats. */
const sightingsOf = (exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Sighting[]> => {
  const found = new Map<string, Sighting[]>();
  for (const exchange of exchanges.toSorted((a, b) => a.end.at - b.end.at))
    for (const { paymentId, status, paymentCreateTime } of recordsIn(exchange.result.output)) {
      const known = found.get(paymentId) ?? [];
      if (known.at(-1)?.status !== status) known.push({ status, exchange, createdAt: paymentCreateTime });
      found.set(paymentId, known);
    }
  return found;
};

const placedHere = (exchanges: readonly Exchange[]): ReadonlySet<string> =>
  new Set(exchanges.flatMap(({ result }) => outputAs(ticket, result.output)?.orderId ?? []));

/** How an order reached a status. Null: the sandbox moves it there on its own after `was`. */
const actFor = (was: OrderStatus, is: OrderStatus, later: readonly OrderStatus[]): OrderAct | null => {
  switch (is) {
    case 'pending':
      return null;
    case 'paid':
      if (was === 'overdue') return 'pay-late';
      return later[0] === 'delivered' ? 'pay' : 'mark-paid';
    case 'delivered':
      if (was === 'pending') return 'pay';
      return was === 'overdue' ? 'pay-late' : null;
    case 'overdue':
      return 'expire';
    case 'failed':
      return 'close';
    case 'refunded':
      return 'refund';
  }
};

const LAB = /^\/sandbox\/orders\/([^/]+)\/(pay|never|pay-late|close)$/;

/** What the tester did to orders in the lab, which their statuses may not show. */
const labActs = ({ runs }: Flow): readonly (Wait & { readonly setUp: OrderSetUp })[] =>
  runs.flatMap(({ rows, startedAt, calls = [] }, run) =>
    calls.flatMap(({ path, at }) => {
      const [, orderId, act] = LAB.exec(path) ?? [];
      const row = rows.filter((one) => one.at <= at).length;
      return orderId && act
        ? [{ run, row, at: startedAt + at, setUp: { kind: 'order', orderId, act: act as OrderAct } as const }]
        : [];
    }),
  );

type OrderSetUp = Extract<SetUp, { readonly kind: 'order' }>;

const takesEffect = ({ result, faults }: Exchange): boolean =>
  result.error === undefined || [...faults.values()].some((fault) => fault?.kind === 'cut');

const isDeadlineOf =
  (orderId: string) =>
  (one: FlowEntry): boolean =>
    one.kind === 'signal' && one.event.type === 'deadline.reached' && one.owner.includes(orderId);

const isPendingIn = ({ result }: Exchange, orderId: string): boolean =>
  recordsIn(result.output).some(({ paymentId, status }) => paymentId === orderId && status === 'pending');

/** Payments, cancellations and deadlines that the recorded statuses need. */
export const planOrders = (flow: Flow, all: readonly FlowEntry[], exchanges: readonly Exchange[], plan: Plan): void => {
  const orders = sightingsOf(exchanges);
  const acts = labActs(flow);
  for (const act of acts) plan.wait(act);
  for (const orderId of orders.keys()) {
    const due = all.find(isDeadlineOf(orderId));
    if (!due || !exchanges.some((one) => one.end.at > due.at && isPendingIn(one, orderId))) continue;
    const { run, at, row } = due;
    plan.wait({ run, at, row, setUp: { kind: 'order', orderId, act: 'never' } });
  }
  const here = placedHere(exchanges);
  const paid = exchanges.filter((one) => one.call.name === 'payWithPoints' && takesEffect(one));
  for (const [orderId, sightings] of orders) {
    if (orderId.includes(DEMO_ORDER)) continue;
    const [first] = sightings;
    if (first && !here.has(orderId)) {
      const secondsLeft = Math.round(TIME_TO_PAY_S - (first.exchange.end.at - first.createdAt) / 1_000);
      plan.before(0, { kind: 'other-order', orderId, secondsLeft });
    }
    let was: OrderStatus = 'pending';
    for (const [at, { status, exchange }] of sightings.entries()) {
      const later = sightings.slice(at + 1).map((one) => one.status);
      const act = actFor(was, status, later);
      was = status;
      if (act === null || acts.some(({ setUp }) => setUp.orderId === orderId && setUp.act === act)) continue;
      if (act === 'expire' && all.filter(isDeadlineOf(orderId)).some((due) => due.at <= exchange.end.at)) continue;
      if (paid.some(({ call, start }) => call.owner.includes(orderId) && start.at <= exchange.start.at)) continue;
      planFor(exchange, { kind: 'order', orderId, act }, plan);
    }
  }
};
