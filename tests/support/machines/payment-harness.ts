import { type AnyEventObject, createActor, setup } from 'xstate';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { METHOD_KINDS } from '../../../machines/order/order.methods.ts';
import type { OrderStatus } from '../../../machines/order/order.status.ts';
import type { OrderObservation, OrderRecord } from '../../../machines/order/order.types.ts';
import { type PaymentPorts, wirePayment } from '../../../machines/payment/payment.machine.ts';
import { type PaymentSnapshot, selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import type { MethodPorts } from '../../../machines/payment/payment.setup.ts';
import type { PaymentEvent, PaymentInput } from '../../../machines/payment/payment.types.ts';
import type {
  OpenWindowResult,
  RedirectPaymentEvent,
} from '../../../machines/payment/redirect/redirect-payment.machine.ts';
import { selectRedirectPaymentScreen } from '../../../machines/payment/redirect/redirect-payment.screens.ts';
import { CREATED_AT, recordOf, ticket } from './orders.ts';
import { pass, passUntil } from './payment-times.ts';

/** For the methods of orders that a test does not start. */
const NO_METHOD_PORTS = Object.fromEntries(METHOD_KINDS.map((kind) => [kind, {}])) as unknown as MethodPorts;

export type Answer = OrderStatus | Failure | 'silence';

export type HarnessEvent = PaymentEvent | Extract<RedirectPaymentEvent, { readonly type: 'page.reopen' }>;

export type HarnessOptions = {
  readonly input?: Partial<PaymentInput>;
  /** Response of the server to the n-th read, `after` ms from creation by its clock. Default: pending. */
  readonly answer?: (after: number, count: number) => Answer;
  /** Overrides fields of each record, for example to omit them as the API may. Receives the milliseconds since creation. */
  readonly fields?: (after: number) => Partial<OrderRecord>;
  readonly latencyMs?: number;
  readonly window?: OpenWindowResult;
  /** Instead of `window`. */
  readonly openWindow?: (asked: { readonly payUrl: string | null }) => OpenWindowResult;
  /** Whether this tab gets the order's lock immediately. Default: yes. */
  readonly leads?: boolean;
};

/** Pending until `at`, then `status`. */
export const turns = (...steps: readonly (readonly [at: number, status: OrderStatus])[]) =>
  ({ answer: (after) => steps.findLast(([at]) => after >= at)?.[1] ?? 'pending' }) satisfies HarnessOptions;

/**
 * A payment with the real wiring below a parent, on fake timers. The device clock starts at the creation of
 * the order unless the test has set another time. Times are milliseconds since creation, by the server's clock.
 */
export const startHarness = (options: HarnessOptions = {}) => {
  const { answer = () => 'pending' as const, latencyMs = 100, leads = true } = options;
  const windowAnswer = options.window ?? { opened: true, refused: false };
  const now = () => Date.now() - CREATED_AT;
  const reads: number[] = [];
  const crashes: unknown[] = [];
  const reports: AnyEventObject[] = [];
  /** The `order.observed` reports; `reports` has all others. */
  const observations: AnyEventObject[] = [];
  const opened: { readonly windowRef: string | null; readonly payUrl: string | null }[] = [];
  const deferred: boolean[] = [];
  const deletions: number[] = [];
  const signals: AbortSignal[] = [];
  let outstanding = 0;
  let mostOutstanding = 0;
  const closedWindows: (string | null)[] = [];
  /** What the running listeners send, by the names of their ports. */
  const senders = new Map<string, (event: AnyEventObject) => void>();
  const listen =
    (name: string) =>
    ({ send }: { readonly send: (event: never) => void }) => {
      senders.set(name, send as (event: AnyEventObject) => void);
      return () => void senders.delete(name);
    };

  const observedNow = (status: OrderStatus): OrderObservation => ({
    record: recordOf(status, options.fields?.(now())),
    observedAt: Date.now(),
  });

  const ports: PaymentPorts = {
    methods: {
      ...NO_METHOD_PORTS,
      redirect: {
        openWindow: async ({ windowRef, payUrl }) => {
          opened.push({ windowRef, payUrl });
          const given = options.openWindow?.({ payUrl }) ?? windowAnswer;
          return { ...given, opened: given.opened && windowRef !== null };
        },
        closeWindow: async ({ windowRef }) => void closedWindows.push(windowRef),
        paymentWindow: listen('window'),
      },
      points: {
        effects: () => () => {},
        loadCoinBalance: async () => 4_200,
        payWithPoints: async () => {},
        readOrder: () => new Promise(() => {}),
      },
    },
    readOrder: (_, signal) => {
      reads.push(now());
      signals.push(signal);
      outstanding += 1;
      mostOutstanding = Math.max(mostOutstanding, outstanding);
      const truth = answer(now(), reads.length);
      return new Promise((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout> | null = null;
        let isOut = true;
        const end = () => {
          if (isOut) outstanding -= 1;
          isOut = false;
          if (timer) clearTimeout(timer);
        };
        signal.addEventListener('abort', end);
        if (truth === 'silence') return;
        timer = setTimeout(() => {
          end();
          if (typeof truth === 'string') resolve(observedNow(truth));
          else reject(truth);
        }, latencyMs);
      });
    },
    deleteOrder: async () => void deletions.push(now()),
    saveDeferred: async (given) => void deferred.push(given.deferred),
    deadline: ({ input: { at }, send }) => {
      const timer = setTimeout(() => send({ type: 'deadline.reached' }), Math.max(0, at - CREATED_AT - now()));
      return () => clearTimeout(timer);
    },
    environment: listen('tab'),
    peers: (parts) => {
      const stop = listen('peers')(parts);
      if (leads) parts.send({ type: 'leader.elected' });
      return stop;
    },
  };

  const host = setup({ actors: { payment: wirePayment(ports) } }).createMachine({
    invoke: {
      id: 'payment',
      src: 'payment',
      input: { ticket, mode: 'created', shown: true, windowRef: 'w1', record: null, ...options.input },
      onDone: {},
      onError: { actions: ({ event }) => crashes.push(event.error) },
    },
    on: {
      '*': {
        actions: ({ event }: { event: AnyEventObject }) =>
          (event.type === 'order.observed' ? observations : reports).push(event),
      },
    },
  });
  const root = createActor(host);
  const actor = root.getSnapshot().children.payment;
  if (!actor) throw new Error('the payment did not start');
  root.start();

  const redirect = () => actor.getSnapshot().children['method.redirect'];

  /** What the player sees. While the order is unpaid, this includes the screen of its redirect. */
  const screen = () => {
    const seen = selectPaymentScreen(actor.getSnapshot());
    const method = redirect();
    return seen.name === 'unpaid' && method ? { ...seen, ...selectRedirectPaymentScreen(method.getSnapshot()) } : seen;
  };

  const harness = {
    reads,
    reports,
    observations,
    opened,
    deferred,
    deletions,
    signals,
    crashes,
    closedWindows,
    now,
    mostOutstanding: () => mostOutstanding,
    snapshot: (): PaymentSnapshot => actor.getSnapshot(),
    redirect,
    screen,
    screenAfter: async (ms: number) => {
      await pass(ms);
      return screen();
    },
    /** This many ms after the creation of the order. */
    screenAt: async (after: number) => {
      await passUntil(after);
      return screen();
    },
    can: (event: HarnessEvent) =>
      event.type === 'page.reopen' ? (redirect()?.getSnapshot().can(event) ?? false) : actor.getSnapshot().can(event),
    send: (event: HarnessEvent) => (event.type === 'page.reopen' ? redirect()?.send(event) : actor.send(event)),
    closeWindow: () => senders.get('window')?.({ type: 'window.closed' }),
    tab: (event: PaymentEvent) => senders.get('tab')?.(event),
    peer: (event: PaymentEvent) => senders.get('peers')?.(event),
    stop: () => root.stop(),
  };
  return {
    ...harness,
    /** The harness after this time. */
    after: async (ms: number) => {
      await pass(ms);
      return harness;
    },
    /** The harness this many ms after the creation of the order. */
    at: async (after: number) => {
      await passUntil(after);
      return harness;
    },
  };
};

export type PaymentHarness = Omit<ReturnType<typeof startHarness>, 'after' | 'at'>;
