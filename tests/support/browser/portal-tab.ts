import { expect, onTestFinished, vi } from 'vitest';
import { selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { selectRedirectPaymentScreen } from '../../../machines/payment/redirect/redirect-payment.screens.ts';
import { selectPortalScreen } from '../../../machines/portal/portal.screens.ts';
import type { RechargeEvent } from '../../../machines/recharge/recharge.types.ts';
import { submitLogin as toSubmit } from '../../../machines/session/login.events.ts';
import type { WizardEvent } from '../../../machines/wizard/wizard.types.ts';
import { recordBreadcrumbs } from '../../../src/app/breadcrumbs.ts';
import type { Browser } from '../../../src/platform/browser.ts';
import { ORDER_ROW } from '../api/fake-api.ts';
import { createCoreHarness } from '../machines/core-harness.ts';
import { createAddressBar, createPortalActor, type Watching } from '../machines/portal-actor.ts';
import { until } from '../machines/until.ts';
import { createFakeProfile, type FakeProfile } from './fake-browser.ts';

export const orderAnswer = (status: number) => ({ code: 0, result: [{ ...ORDER_ROW, status }], total: 1 });

type Login = { readonly account: string; readonly password: string };

const DEMO: Login = { account: 'demo', password: 'Demo-1234' };

/** One tab, which is closed when the test ends: the real machines and adapters, over a browser and an API in memory. */
export const openPortalTab = (
  url: string,
  profile: FakeProfile = createFakeProfile(),
  watching: Watching = {},
  /** Changes the browser before the portal uses it. */
  change: (browser: Browser) => void = () => {},
) => {
  const harness = createCoreHarness(profile, {}, { change });
  const actor = createPortalActor(harness, watching);
  const readBreadcrumbs = recordBreadcrumbs(actor);
  const address = createAddressBar(actor, url);
  address.start();
  const close = () => actor.stop();
  onTestFinished(() => void close());

  const child = () => actor.getSnapshot().children;
  const player = () => child().signedIn?.getSnapshot();
  const paymentActor = (orderId: string) => player()?.children[`payment.${orderId}`];
  const screen = () => selectPortalScreen(actor.getSnapshot());
  const paymentOf = (orderId: string) => {
    const payment = paymentActor(orderId);
    if (!payment) return null;
    const snapshot = payment.getSnapshot();
    const { name } = selectPaymentScreen(snapshot);
    const redirect = snapshot.children['method.redirect'];
    return name === 'unpaid' && redirect ? selectRedirectPaymentScreen(redirect.getSnapshot()).name : name;
  };

  const submitLogin = ({ account, password }: Login = DEMO): void => {
    child().session?.send(toSubmit({ account, password }, harness.browserActions.storeSecret));
  };

  return {
    ...harness,
    actor,
    readBreadcrumbs,
    url: address.url,
    screen,
    sendToRecharge: (event: RechargeEvent) => player()?.children.recharge?.send(event),
    sendToShop: (event: WizardEvent) => player()?.children.epointRecharge?.send(event),
    /** The actor of the player; throws without a login. */
    player: () => {
      const { signedIn } = child();
      if (!signedIn) throw new Error('no player is logged in');
      return signedIn;
    },
    toasts: () =>
      child()
        .toasts?.getSnapshot()
        .context.queue.map(({ subject }) => subject),
    /** What a click on Pay sends, without a window. */
    confirmation: () => {
      const { newKey, serverNow } = harness.browserActions;
      return { type: 'order.confirm', key: newKey(), windowRef: null, at: serverNow() } as const;
    },
    payment: paymentActor,
    paymentOf,
    until,
    reaches: (where: string) => until(() => expect(address.url()).toBe(where)),
    submitLogin,
    logIn: async (login?: Login): Promise<void> => {
      await until(() => expect(screen().name).toBe('login'));
      submitLogin(login);
      await until(() => expect(screen().name).not.toBe('login'));
    },
    close,
  };
};

export type PortalTab = ReturnType<typeof openPortalTab>;

/** From the login to the confirmation. */
export const atConfirmation = async (tab: PortalTab, login?: Login): Promise<void> => {
  tab.api.reply('/api/order/record', { code: 0, result: [], total: 0 });
  await tab.logIn(login);
  for (const [step, event] of [
    ['server', { type: 'server.pick', serverId: 's1' }],
    ['role', { type: 'role.pick', serverId: 's1', roleId: 'r1' }],
    ['item', { type: 'item.pick', itemId: 'gem-60' }],
    ['channel', { type: 'channel.pick', channelCode: 'card' }],
    ['confirm', null],
  ] as const) {
    await tab.reaches(`/main/recharge?step=${step}`);
    await vi.advanceTimersByTimeAsync(0);
    if (event) tab.sendToRecharge(event);
  }
};

/** From the login to an order that waits for payment. */
export const orderIn = async (tab: PortalTab, login?: Login): Promise<void> => {
  await atConfirmation(tab, login);
  const windowRef = tab.browserActions.openPaymentWindow();
  tab.api.reply('/api/order/record', orderAnswer(1));
  tab.sendToRecharge({ ...tab.confirmation(), windowRef });
  await tab.reaches('/main/recharge?step=payment');
  await tab.until(() => expect(tab.paymentOf(ORDER_ROW.sdk_order_id)).toBe('awaiting'));
};
