import { vi } from 'vitest';
import type { Intent } from '../../../machines/recharge/recharge.types.ts';
import type { SessionGrant } from '../../../machines/session/session.types.ts';
import type { OrderIntent } from '../../../machines/wizard/submit-order.machine.ts';
import type { ApiLogLine } from '../../../src/api/api-client.ts';
import type { Browser, FirstCall } from '../../../src/platform/browser.ts';
import type { BuildConfig } from '../../../src/platform/build-environment.ts';
import type { FirstPage } from '../../../src/platform/page-start.ts';
import { createFakeProfile, createFakeTab, type FakeProfile } from '../browser/fake-browser.ts';
import { choices } from './orders.ts';
import { createPortalHarness } from './portal-harness.ts';

export const FAKE_CONFIG: BuildConfig = {
  apiBase: 'https://api.example',
  passwordKey: 'demo-key-16bytes',
  resetPassphrase: 'passphrase',
  idempotencyHeader: 'idempotency-key',
  quoteHeader: 'x-quote',
  sendsTrace: false,
  loggerKey: '',
  revokesTokens: true,
  payHosts: ['pay.example'],
  sandbox: false,
  version: '1.2.3',
};

export const never = new AbortController().signal;

/** All adapters of one tab over a fake browser and an API in memory. */
export const createCoreHarness = (
  profile: FakeProfile = createFakeProfile(),
  config: Partial<BuildConfig> = {},
  first: {
    readonly calls?: readonly FirstCall[];
    readonly page?: FirstPage;
    /** Changes the browser before the portal uses it. */
    readonly change?: (browser: Browser) => void;
  } = {},
) => {
  const tab = createFakeTab(profile);
  first.change?.(tab.browser);
  Object.assign(tab.browser, { firstCalls: first.calls });
  const log: ApiLogLine[] = [];
  const harness = createPortalHarness({
    config: { ...FAKE_CONFIG, ...config },
    browser: tab.browser,
    log: (line) => log.push(line),
    ...(first.page && { firstPage: first.page }),
  });
  const login = (account = 'demo', password = 'Demo-1234') =>
    harness.sessionPorts.login(
      { method: 'account', account, passwordRef: harness.browserActions.storeSecret(password) },
      never,
    );
  /** Logged in, with the role list in the cache. The sample configuration announces that the API honors keys. */
  const enter = async (account = 'demo') => {
    await harness.bootPorts.loadConfig({}, never);
    const grant = await login(account);
    await harness.rechargePorts.loadServers({}, never);
    return grant;
  };
  return { ...harness, tab, api: tab.api, profile, log, login, enter, stored: () => profile.local.dump() };
};

type CoreHarness = ReturnType<typeof createCoreHarness>;

export const loggedIn = async (...given: Parameters<typeof createCoreHarness>): Promise<CoreHarness> => {
  const harness = createCoreHarness(...given);
  await harness.login();
  return harness;
};

export const entered = async (...given: Parameters<typeof createCoreHarness>): Promise<CoreHarness> => {
  const harness = createCoreHarness(...given);
  await harness.enter();
  return harness;
};

/** The session that the browser stores; null: none. */
export const restored = async ({ sessionPorts }: Pick<CoreHarness, 'sessionPorts'>): Promise<SessionGrant | null> => {
  const found = await sessionPorts.restore({}, never);
  if (found && 'beforeTicket' in found) throw new Error('a ticket waits');
  return found;
};

/** What the browser resumes for the session that it stores. */
export const resumeStateIn = async (harness: Pick<CoreHarness, 'sessionPorts' | 'signedInPorts'>) => {
  const grant = await restored(harness);
  if (!grant) throw new Error('no session');
  return harness.signedInPorts.loadResumeState({ account: grant.account }, never);
};

export const createOrder = ({ rechargePorts }: CoreHarness, intent: OrderIntent = anIntent()): Promise<unknown> =>
  reasonOf(rechargePorts.createOrder({ intent }, never));

/** The order of the intent, null, or why it could not be looked up. */
export const lookUpOrder = ({ rechargePorts }: CoreHarness, intent: OrderIntent = anIntent()): Promise<unknown> =>
  reasonOf(rechargePorts.lookUpOrder({ intent }, never));

export const readOrder = ({ paymentPorts }: CoreHarness, kind: 'order' | 'epoint' = 'order'): Promise<unknown> =>
  reasonOf(paymentPorts.readOrder({ kind, orderId: 'O-1' }, never));

/** Stores an intent as the player confirmed it, and returns to the current time of the test. */
export const saveConfirmed = async (
  { rechargePorts }: Pick<CoreHarness, 'rechargePorts'>,
  intent: OrderIntent,
): Promise<void> => {
  const now = Date.now();
  vi.setSystemTime(intent.confirmedAt);
  await rechargePorts.saveIntent({ intent }, never);
  vi.setSystemTime(now);
};

export const collectEvents = <Sent, Input>(
  listen: (harness: { input: Input; send: (event: Sent) => void; receive: () => void }) => () => void,
  input: Input,
) => {
  const received: Sent[] = [];
  const stop = listen({ input, send: (event) => received.push(event), receive: () => {} });
  return { received, stop };
};

export const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ resolved: value }),
    (error: unknown) => error,
  );

export const CONFIRMED_AT = 1_760_000_000_000;

/** Both clocks of the device stop. Only `vi.setSystemTime` moves the wall clock. On a busy machine, the time between two lines is milliseconds. */
export const stopClocks = (now: number): void => void vi.useFakeTimers({ now, toFake: ['Date', 'performance'] });

export const anIntent = (change: Partial<Intent> = {}): Intent => ({
  key: '0b7c1c1e-5d5f-4b6e-9f50-6f2a0c6f6a01',
  confirmedAt: CONFIRMED_AT,
  choices: {
    recipient: { serverId: 's1', serverName: 'Aurora', roleId: 'r1', roleName: '月影' },
    item: { ...choices.item, itemId: 'gem-60', packageId: 'gem-60' },
    channel: { ...choices.channel, priority: 0 },
  },
  ...change,
});
