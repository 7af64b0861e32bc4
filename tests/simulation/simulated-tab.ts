import type { AnyActor, InspectionEvent, SnapshotFrom } from 'xstate';
import { selectEpointRechargeScreen } from '../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { selectOrderDetailScreen } from '../../machines/order-detail/order-detail.screens.ts';
import { selectPaymentScreen } from '../../machines/payment/payment.screens.ts';
import { selectPointPaymentScreen } from '../../machines/payment/points/point-payment.screens.ts';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import type { RechargeEvent } from '../../machines/recharge/recharge.types.ts';
import type { WizardEvent } from '../../machines/wizard/wizard.types.ts';
import type { FlowRun } from '../../src/qa/core/record/flow.file.ts';
import { createRecorder } from '../../src/qa/core/record/recorder.ts';
import { createRedactor } from '../../src/qa/core/redact/redactor.ts';
import '../../src/qa/portal/all-rules.ts';
import '../../src/qa/portal/allowed-keys.ts';
import type { submitOrderMachine } from '../../machines/wizard/submit-order.machine.ts';
import { watchRules } from '../../src/qa/core/rules/rule-watch.ts';
import { createFakeTab, type FakeProfile } from '../support/browser/fake-browser.ts';
import { FAKE_CONFIG } from '../support/machines/core-harness.ts';
import { createAddressBar, createPortalActor } from '../support/machines/portal-actor.ts';
import { createPortalHarness } from '../support/machines/portal-harness.ts';
import { sharedParts } from './own-steps.ts';
import type { Random } from './seeded-random.ts';
import type { Owner, SimulatedClock } from './simulated-clock.ts';
import { ORIGIN } from './simulated-server.ts';

type Snapshot = SnapshotFrom<typeof submitOrderMachine>;

type Submission = { readonly key: string; readonly isWaiting: boolean; readonly movedAt: number };

type Parts = {
  readonly now: () => number;
  /** A tab knows the outcome of an intent. `orderId` null: there is no order. `isResumed`: a later page load found the outcome. */
  readonly onEnd: (key: string, orderId: string | null, isResumed: boolean) => void;
};

/** The intents that a tab turns into orders. `inspect` belongs to its root actor. */
const createSubmissions = ({ now, onEnd }: Parts) => {
  const running = new Map<string, Submission>();

  return {
    inspect: (seen: InspectionEvent): void => {
      if (seen.type !== '@xstate.snapshot') return;
      const actor = seen.actorRef as AnyActor;
      if (actor.logic.id !== 'submitOrder') return;
      const snapshot = seen.snapshot as Snapshot;
      const { intent, ticket, resumed } = snapshot.context;
      if (snapshot.status === 'active') {
        const isWaiting = snapshot.matches({ uncertain: 'waiting' });
        running.set(actor.sessionId, { key: intent.key, isWaiting, movedAt: now() });
      } else if (running.delete(actor.sessionId) && snapshot.status === 'done')
        onEnd(intent.key, snapshot.matches('created') ? (ticket?.orderId ?? null) : null, resumed);
    },
    /** Keys of the intents whose outcome the tab claims to be looking for, although nothing has happened for `ms`. */
    idleFor: (ms: number): readonly string[] =>
      [...running.values()].filter((one) => !one.isWaiting && now() - one.movedAt > ms).map(({ key }) => key),
  };
};

/** Longer than a request that creates an order and the reads that follow it. */
const LONGEST_LOOK_MS = 3 * 60_000;

type TabParts = {
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly profile: FakeProfile;
  readonly url: string;
  /** How far the clock of the device is ahead of the server's, in ms. */
  readonly aheadMs: number;
  readonly fetch: (owner: Owner, url: string, init: RequestInit) => Promise<Response>;
  readonly onBroken: (rule: string, problem: string) => void;
  /** The tab knows the outcome of an intent. `orderId` null: there is no order. */
  readonly onOutcome: (key: string, orderId: string | null, isResumed: boolean) => void;
  /** The tab deletes what the browser has stored. A page that opens at `/main/logout` checks its token first. */
  readonly onLogout: () => void;
  /** Records the tab, which is slower. */
  readonly isRecorded: boolean;
};

const isLogout = (seen: InspectionEvent): boolean =>
  seen.type === '@xstate.event' && seen.event.type === 'session.ended' && seen.event['why'] === 'logout';

/** One tab: the real machines and adapters, on a browser in memory and the simulated network. */
export const openSimulatedTab = (parts: TabParts) => {
  const { clock, random, profile, url, aheadMs, fetch, onBroken, onOutcome, onLogout, isRecorded } = parts;
  const owner: Owner = { isAlive: true, aheadMs };
  const tab = createFakeTab(profile);
  const openedAt = clock.now();
  const harness = createPortalHarness({
    config: { ...FAKE_CONFIG, apiBase: ORIGIN, sandbox: true, payHosts: [] },
    browser: Object.defineProperties(tab.browser, {
      ...sharedParts(tab.browser, owner, clock),
      performance: { value: { now: () => clock.now() - openedAt } },
      crypto: { value: { getRandomValues: <Bytes extends Uint8Array>(bytes: Bytes) => random.fill(bytes) } },
      fetch: {
        value: (input: unknown, init: RequestInit = {}) =>
          tab.state.online ? fetch(owner, String(input), init) : Promise.reject(new TypeError('the device is offline')),
      },
    }),
  });

  const redactor = createRedactor();
  const recorder = isRecorded ? createRecorder({ redactor, now: () => clock.now() }) : null;
  const watch = watchRules(({ id, problem }) => onBroken(id, problem));
  const submissions = createSubmissions({ now: clock.now, onEnd: onOutcome });
  const actor = createPortalActor(harness, {
    inspect: (seen) => {
      recorder?.inspect(seen);
      submissions.inspect(seen);
      if (isLogout(seen)) onLogout();
      watch(seen);
    },
    ...(recorder && { clock: recorder.clock }),
  });

  const everTracked = new Set<string>();
  const address = createAddressBar(actor, url, () => owner.isAlive);
  clock.begin(owner);
  address.start();

  const player = () => actor.getSnapshot().children.signedIn?.getSnapshot();
  const wizard = () => player()?.children.recharge;
  const shop = () => player()?.children.epointRecharge;
  const paymentActor = (orderId: string) => player()?.children[`payment.${orderId}`];

  return {
    owner,
    /** Epoch ms. */
    openedAt,
    harness,
    actor,
    browser: tab,
    url: address.url,
    go: address.go,
    screen: () => selectPortalScreen(actor.getSnapshot()),
    recharge: () => {
      const snapshot = wizard()?.getSnapshot();
      return snapshot ? selectRechargeScreen(snapshot) : null;
    },
    shop: () => {
      const snapshot = shop()?.getSnapshot();
      return snapshot ? selectEpointRechargeScreen(snapshot) : null;
    },
    sendToRecharge: (event: RechargeEvent): void => wizard()?.send(event),
    sendToShop: (event: WizardEvent): void => shop()?.send(event),
    canConfirm: (target: 'game' | 'epoint'): boolean => {
      const event: WizardEvent = { type: 'order.confirm', key: 'probe', windowRef: null, at: 0 };
      return (target === 'game' ? wizard()?.getSnapshot().can(event) : shop()?.getSnapshot().can(event)) ?? false;
    },
    /** Keys of the intents whose outcome the tab has stopped looking for. */
    forgotten: () => submissions.idleFor(LONGEST_LOOK_MS),
    tracked: () => {
      const tracked = player()?.context.tracked ?? [];
      for (const { ticket } of tracked) everTracked.add(ticket.orderId);
      return tracked;
    },
    hasTracked: (orderId: string): boolean => everTracked.has(orderId),
    payment: (orderId: string) => {
      const payment = paymentActor(orderId);
      if (!payment) return null;
      const snapshot = payment.getSnapshot();
      const points = snapshot.children['method.points'];
      return {
        /** Unique per tab and order. */
        key: `${payment.sessionId} ${orderId}`,
        screen: selectPaymentScreen(snapshot),
        observedAt: snapshot.context.observedAt,
        points: points
          ? { screen: selectPointPaymentScreen(points.getSnapshot()), send: points.send.bind(points) }
          : null,
        send: payment.send.bind(payment),
      };
    },
    detail: () => {
      const snapshot = player()?.children['order-detail']?.getSnapshot();
      return snapshot ? selectOrderDetailScreen(snapshot) : null;
    },
    close: (): void => {
      recorder?.stop();
      clock.as(owner, () => actor.stop());
      owner.isAlive = false;
    },
    recorded: (): (FlowRun & { readonly machines: Record<string, string> }) | null =>
      recorder && { tab: 'a', address: redactor.redactUrl(url), ...recorder.recorded() },
  };
};

export type SimulatedTab = ReturnType<typeof openSimulatedTab>;
