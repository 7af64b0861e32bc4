import type { LabDevice } from './lab.device.ts';
import type { FaultRule, LabFault } from './lab.sandbox.ts';

/** What a scenario can wait for: the confirm step, a tracked order, a paid order. */
export type LabTrigger = 'confirm' | 'order' | 'paid';

export type LabScenario = {
  readonly title: string;
  readonly expect: string;
  /** When the faults start; immediately if omitted. */
  readonly from?: LabTrigger;
  readonly faults: readonly FaultRule[];
  readonly device?: Partial<LabDevice>;
};

const CREATE = '/api/order/webCreate';
const CREATE_FOR_POINTS = '/api/payment/order/create/epoint';
const RECORD = '/api/order/record';
const ROLES = '/api/user/webRole';
const ITEMS = '/api/order/webProduct';
const CHANNELS = '/api/order/webPayChannel';
const HOUR_MS = 3_600_000;

const once = (path: string, fault: LabFault) => ({ path, fault, times: 1 });
const always = (path: string, fault: LabFault) => ({ path, fault, times: null });

/** The scenarios of `?scenario=NAME`, the lab and `npm run qa scenario`. */
export const SCENARIOS = {
  'session-expired': {
    title: 'The session expires while an order is polled',
    expect: 'The login page, one notice, and after the login the same order again.',
    from: 'order',
    faults: [once(RECORD, { kind: 'token-invalid' })],
  },
  'signed-out': {
    title: 'The server signs the account out while an order is polled',
    expect: 'The logout page says that the server signed the account out.',
    from: 'order',
    faults: [once(RECORD, { kind: 'forced-logout' })],
  },
  maintenance: {
    title: 'Every server under maintenance',
    expect: 'Servers can be seen and not chosen; the message names the reason.',
    faults: [always(ROLES, { kind: 'maintenance' })],
  },
  'no-roles': {
    title: 'No character on any server',
    expect:
      "Each server says “No characters here yet”; choosing one opens the role step, which says “You don't have a character on this server”, with a retry.",
    faults: [always(ROLES, { kind: 'missing-role' })],
  },
  'many-servers': {
    title: 'A game with 60 servers',
    expect: "The player's servers are listed first; a search and a button show the others.",
    faults: [always(ROLES, { kind: 'many-servers' })],
  },
  'price-changed': {
    title: 'The price changes before the order',
    expect: 'Shows old and new price; the player only has to confirm again. The order costs the new price.',
    from: 'confirm',
    faults: [ITEMS, CREATE_FOR_POINTS, CREATE].map((path) => always(path, { kind: 'raised-price' })),
  },
  'channel-closed': {
    title: 'The payment method closes before the order',
    expect: 'The player chooses another payment method; the item is kept.',
    faults: [once(CREATE, { kind: 'closed-channel' })],
  },
  'role-gone': {
    title: 'The character is gone before the order',
    expect: 'The player chooses another character on the same server.',
    faults: [once(CREATE, { kind: 'missing-role' })],
  },
  'order-uncertain': {
    title: 'The order response is lost',
    expect: "After 60 s “We haven't confirmed your order yet”, then the order itself: never a second one.",
    faults: [once(CREATE, { kind: 'stall', at: 'headers' })],
  },
  'order-cut': {
    title: 'The order response is cut off',
    expect: 'The order is looked up and found.',
    faults: [once(CREATE, { kind: 'cut', at: 20 })],
  },
  'slow-everything': {
    title: 'Every call takes four seconds',
    expect: 'Skeletons match the final layout; no layout shift, no double submits.',
    faults: [always('*', { kind: 'latency', ms: 4_000 })],
  },
  'server-errors': {
    title: 'Items cannot be loaded',
    expect: 'What failed, and a retry that works once the fault is cleared.',
    faults: [always(ITEMS, { kind: 'status', status: 503, retryAfter: 2 })],
  },
  'malformed-channels': {
    title: 'Truncated JSON for payment methods',
    expect: 'The methods failed to load; the retry works.',
    faults: [once(CHANNELS, { kind: 'malformed' })],
  },
  'polling-errors': {
    title: 'Polling is refused three times: too many requests',
    expect: 'Polling backs off, the countdown continues, the order completes.',
    from: 'order',
    faults: [{ path: RECORD, fault: { kind: 'status', status: 429, retryAfter: 3 }, times: 3 }],
  },
  'out-of-order': {
    title: 'Stale responses arrive after newer ones',
    expect: 'A paid order never goes back to unpaid.',
    from: 'paid',
    faults: [{ path: RECORD, fault: { kind: 'out-of-order' }, times: 3 }],
  },
  'pop-up-blocked': {
    title: 'The browser blocks the payment window',
    expect: 'A link, a QR code and “copy link”; the flow continues.',
    faults: [],
    device: { popUpsBlocked: true },
  },
  offline: {
    title: 'The device is offline',
    expect: 'An offline banner appears and the API gets no requests. Everything resumes when back online.',
    faults: [],
    device: { offline: true },
  },
  'clock-ahead': {
    title: 'The device clock is an hour ahead',
    expect: 'The countdown still starts at 5:00.',
    faults: [],
    device: { clockSkewMs: HOUR_MS },
  },
} as const satisfies Readonly<Record<string, LabScenario>>;

export type ScenarioName = keyof typeof SCENARIOS;

export const scenarioNamed = (name: string | null): LabScenario | null =>
  name !== null && Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name as ScenarioName] : null;

/** The address of a page of the portal that sets up a scenario when it starts. */
export const scenarioLink = (name: string, address: string): string => {
  const url = new URL(address);
  url.searchParams.set('scenario', name);
  return url.href;
};
