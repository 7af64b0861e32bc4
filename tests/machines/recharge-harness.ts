import { vi } from 'vitest';
import { type ActorRefFrom, createActor, setup } from 'xstate';
import { type Failure, failure } from '../../machines/kernel/failure.ts';
import type { Listed } from '../../machines/kernel/listed.ts';
import { usd } from '../../machines/kernel/money.ts';
import type { Channel, Choices, Item, OrderTicket, Purchase } from '../../machines/order/order.types.ts';
import { isReachable } from '../../machines/recharge/recharge.choices.ts';
import { type RechargePorts, wireRecharge } from '../../machines/recharge/recharge.ports.ts';
import { type RechargeScreen, selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import type {
  Intent,
  RechargeDraft,
  RechargeEvent,
  RechargeInput,
  RechargeReport,
} from '../../machines/recharge/recharge.types.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import { type StepNotice, WIZARD_STEPS, type WizardStep } from '../../machines/wizard/wizard.types.ts';
import { CREATED_AT, choices as ordered, ticket as placed } from '../support/machines/orders.ts';

export const server = (serverId: string, roleIds: readonly string[], status: 0 | 1 = 0): GameServer => ({
  serverId,
  serverName: `Server ${serverId}`,
  status,
  roles: roleIds.map((roleId) => ({ roleId, roleName: `Role ${roleId}` })),
});

export const item = (itemId: string, minor: number): Item => ({
  ...ordered.item,
  itemId,
  packageId: itemId,
  title: `Item ${itemId}`,
  price: usd(minor),
  epointPrice: minor,
});

export const channel = (fieldKey: string, isOpen = true): Channel => ({ ...ordered.channel, fieldKey, isOpen });

/** Role r1 exists on two servers; server s3 is under maintenance; channel c3 is closed. */
export const SERVERS = [server('s1', ['r1', 'r2']), server('s2', ['r1', 'r3']), server('s3', ['r4'], 1)];
export const ITEMS = [item('i1', 499), item('i2', 999)];
export const CHANNELS = [channel('c1'), channel('c2'), channel('c3', false)];

export const choices = (over: Partial<Choices> = {}): Choices => ({
  recipient: { serverId: 's1', serverName: 'Server s1', roleId: 'r1', roleName: 'Role r1' },
  item: item('i1', 499),
  channel: channel('c1'),
  ...over,
});

export const ticket = (orderId: string, made: Purchase | null = choices()): OrderTicket => ({
  ...placed,
  orderId,
  choices: made,
});

export const intent = (key: string, over: Partial<Choices> = {}): Intent => ({
  key,
  confirmedAt: CREATED_AT,
  choices: choices(over),
});

/** The ids of `choices`. */
export const IDS = { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' };

export const draft = (over: Partial<RechargeDraft> = {}): RechargeDraft => ({ ...IDS, ...over });

export const EMPTY_DRAFT: RechargeInput = { draft: null, memory: null, intent: null, order: null };

/** The ports that respond once. */
const PORT_NAMES = [
  ...(['loadCachedServers', 'loadServers', 'loadItems', 'loadChannels', 'loadCoinBalance'] as const),
  ...(['reportRole', 'createConfirmation'] as const),
  ...(['saveDraft', 'saveMemory', 'saveIntent', 'deleteIntent', 'createOrder', 'lookUpOrder', 'closeWindow'] as const),
];
type PortName = (typeof PORT_NAMES)[number];
type Call = { readonly port: PortName; readonly input: unknown };

export const settle = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0));

/**
 * A wizard below a parent. It calls the ports of the latest `use`. XState prepares a machine once, so a simulation runs all its flows on one
 * wiring.
 */
export const createWiring = () => {
  let ports: RechargePorts | null = null;
  let report: (event: RechargeReport) => void = () => {};
  const connected = (): RechargePorts => {
    if (!ports) throw new Error('the wiring has no ports yet');
    return ports;
  };
  const forward = (port: PortName) => (input: never, signal: AbortSignal) => connected()[port](input, signal);
  const recharge = wireRecharge({
    ...(Object.fromEntries(PORT_NAMES.map((port) => [port, forward(port)])) as unknown as RechargePorts),
    wakeUps: (parts) => connected().wakeUps(parts),
  });
  const machine = setup({
    types: {
      events: {} as RechargeReport,
      input: {} as RechargeInput,
      context: {} as { readonly wizard: RechargeInput },
    },
    actors: { recharge },
  }).createMachine({
    context: ({ input }) => ({ wizard: input }),
    invoke: {
      id: 'recharge',
      src: 'recharge',
      input: ({ context }) => context.wizard,
      onError: {
        actions: ({ event }) => {
          throw event.error;
        },
      },
    },
    on: { '*': { actions: ({ event }) => report(event) } },
  });
  return {
    machine,
    use: (newPorts: RechargePorts, onReport: (event: RechargeReport) => void): void => {
      ports = newPorts;
      report = onReport;
    },
  };
};

type ListPorts = Pick<RechargePorts, 'loadServers' | 'loadItems' | 'loadChannels'>;

/** The lists as plain rows, all of which can be read, or with entries that cannot. */
type Lists = {
  [Name in keyof ListPorts]: ListPorts[Name] extends (input: infer I, signal: AbortSignal) => Promise<Listed<infer Row>>
    ? (input: I, signal: AbortSignal) => Promise<readonly Row[] | Listed<Row>>
    : never;
};

type Responses = Omit<RechargePorts, keyof Lists> & Lists;

export const listed = <Row>(list: readonly Row[] | Listed<Row>): Listed<Row> =>
  'rows' in list ? list : { rows: list, unread: [] };

type HarnessOptions = Partial<RechargeInput> & {
  readonly ports?: Partial<Responses>;
  readonly wiring?: ReturnType<typeof createWiring>;
};

const said = (notice: StepNotice): string =>
  Object.values(notice)
    .map((part) => (typeof part === 'object' ? part.reason : part))
    .join(' ');

/** The screen as text: `role s1/-: - - -, role-gone`, `confirm: s1.r1 i1 c1, price-changed 499 599` or `payment o1: s1.r1 i1 c1`. */
const textOf = (screen: RechargeScreen): string => {
  if (screen.name === 'inactive') return screen.name;
  const { recipient, item, channel } = screen.summary;
  const isBusy = (screen.name === 'confirm' && screen.busy) || (screen.name === 'uncertain' && screen.lookingUp);
  const detail = [
    ...('serverId' in screen ? [`${screen.serverId ?? '-'}/${screen.roleId ?? '-'}`] : []),
    ...('ticket' in screen ? [screen.ticket.orderId] : []),
    ...(isBusy ? ['busy'] : []),
  ];
  const chosen = [recipient && `${recipient.serverId}.${recipient.roleId}`, item?.itemId, channel?.fieldKey];
  const notice = 'notice' in screen && screen.notice ? `, ${said(screen.notice)}` : '';
  return `${[screen.name, ...detail].join(' ')}: ${chosen.map((one) => one ?? '-').join(' ')}${notice}`;
};

/** A wired wizard below a parent. Every port responds immediately, unless a test replaces its response. */
export const startHarness = (options: HarnessOptions = {}) => {
  const { ports: overrides, wiring = createWiring(), ...input } = options;
  const calls: Call[] = [];
  const reports: RechargeReport[] = [];
  const wakers = new Set<() => void>();
  const stored = { cached: null as readonly GameServer[] | null, draft: null as RechargeDraft | null };
  const responses: Responses = {
    loadCachedServers: async () => stored.cached,
    loadServers: async () => SERVERS,
    reportRole: async () => {},
    loadItems: async () => ITEMS,
    loadChannels: async () => CHANNELS,
    loadCoinBalance: async () => 4_200,
    createConfirmation: async () => ({ key: 'k-after-points', at: CREATED_AT }),
    saveDraft: async (saved) => {
      stored.draft = saved.draft;
    },
    saveMemory: async () => {},
    saveIntent: async () => {},
    deleteIntent: async () => {},
    createOrder: async ({ intent }) => ticket(`order-${intent.key}`, intent.choices),
    lookUpOrder: async () => null,
    closeWindow: async () => {},
    wakeUps: ({ send }) => {
      const wake = () => send({ type: 'tab.woke' });
      wakers.add(wake);
      return () => void wakers.delete(wake);
    },
    ...overrides,
  };

  const recorded = (port: PortName) => async (input: never, signal: AbortSignal) => {
    calls.push({ port, input });
    const response: unknown = await responses[port](input, signal);
    return /^load(?:Servers|Items|Channels)$/.test(port) ? listed(response as readonly unknown[]) : response;
  };
  const ports: RechargePorts = {
    ...(Object.fromEntries(PORT_NAMES.map((port) => [port, recorded(port)])) as unknown as RechargePorts),
    wakeUps: (parts) => responses.wakeUps(parts),
  };

  wiring.use(ports, (report) => reports.push(report));
  const root = createActor(wiring.machine, { input: { ...EMPTY_DRAFT, ...input } }).start();
  const wizard = root.getSnapshot().children.recharge as ActorRefFrom<ReturnType<typeof wireRecharge>>;

  const screen = () => selectRechargeScreen(wizard.getSnapshot());
  const screenAfter = async (...events: readonly RechargeEvent[]): Promise<RechargeScreen> => {
    for (const event of events) {
      wizard.send(event);
      await settle();
    }
    return screen();
  };

  const harness = {
    responses,
    stored,
    reports,
    wizard,
    snapshot: () => wizard.getSnapshot(),
    screen,
    screenAfter,
    seen: () => textOf(screen()),
    /** The steps that the URL can open. */
    reachable: (): readonly WizardStep[] => {
      const snapshot = wizard.getSnapshot();
      const { context } = snapshot;
      if (!snapshot.matches({ wizard: 'game' })) return [];
      return WIZARD_STEPS.filter((step) => step !== context.step && isReachable(context, step));
    },
    can: (event: RechargeEvent) => wizard.getSnapshot().can(event),
    /** Resolves with what is seen afterwards. */
    send: async (...events: readonly RechargeEvent[]): Promise<string> => textOf(await screenAfter(...events)),
    inputs: (port: PortName) => calls.filter((call) => call.port === port).map((call) => call.input),
    order: () => calls.map(({ port }) => port),
    clearCalls: () => {
      calls.length = 0;
      reports.length = 0;
    },
    /** The player returns to the tab. */
    wake: async () => {
      for (const wake of wakers) wake();
      await settle();
    },
    stop: () => root.stop(),
  };
  return {
    ...harness,
    /** The harness after these events. */
    after: async (...events: readonly RechargeEvent[]) => {
      await screenAfter(...events);
      return harness;
    },
  };
};

/** A promise that the test resolves or rejects. */
export const deferred = <T>() => {
  let resolve: (output: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return {
    promise: () => promise,
    resolve: async (output: T) => {
      resolve(output);
      await settle();
    },
    reject: async (error: unknown) => {
      reject(error);
      await settle();
    },
  };
};

/** Responds with one value after the other, and then always with the last one. */
export const inTurn = <T>(...values: readonly (T | Failure)[]) => {
  let turn = 0;
  return async (): Promise<T> => {
    const value = values[Math.min(turn, values.length - 1)];
    turn += 1;
    if (isFailure(value)) throw value;
    return value as T;
  };
};

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'reason' in value;

export const refuse =
  (reason: Failure['reason'], more: Partial<Failure> = {}) =>
  async (): Promise<never> => {
    throw failure(reason, more);
  };

export const confirm = (key: string, windowRef: string | null = 'w1') =>
  ({ type: 'order.confirm', key, windowRef, at: CREATED_AT }) as const;
export const BACK: RechargeEvent = { type: 'step.back' };
export const RETRY: RechargeEvent = { type: 'load.retry' };
export const goTo = (step: WizardStep): RechargeEvent => ({ type: 'step.goto', step });
export const pickServer = (serverId: string): RechargeEvent => ({ type: 'server.pick', serverId });
export const pickRole = (serverId: string, roleId: string): RechargeEvent => ({ type: 'role.pick', serverId, roleId });
export const PICK_SERVER = pickServer('s1');
export const PICK_ROLE = pickRole('s1', 'r1');
export const PICK_ITEM: RechargeEvent = { type: 'item.pick', itemId: 'i1' };
export const PICK_CHANNEL: RechargeEvent = { type: 'channel.pick', channelCode: 'c1' };
export const ENTER: RechargeEvent = { type: 'page.enter' };

/** The shortest way to the confirmation. */
export const TO_CONFIRM = [ENTER, PICK_SERVER, PICK_ROLE, PICK_ITEM, PICK_CHANNEL] as const;
