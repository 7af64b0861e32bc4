import type { Browser } from './browser.ts';
import { copyText } from './clipboard.ts';
import type { PaymentWindows } from './payment-windows.ts';
import type { ServerClock } from './server-clock.ts';
import type { TextStore } from './text-store.ts';
import { createTheme } from './theme.ts';
import type { Vault } from './vault.ts';

export type GestureParts = {
  readonly browser: Pick<Browser, 'document' | 'navigator' | 'location'>;
  readonly store: TextStore;
  readonly windows: PaymentWindows;
  readonly clock: ServerClock;
  readonly vault: Vault;
  readonly newKey: () => string;
  readonly changeLocale: (tag: string) => void;
  readonly appVersion: string;
};

/** What a click does itself before a machine hears of it; fits the views' `Gestures`. */
export const createGestures = (parts: GestureParts) => {
  const { browser, store, windows, clock, vault, newKey, changeLocale, appVersion } = parts;
  return {
    openPaymentWindow: windows.openBlank,
    newKey,
    serverNow: clock.now,
    keepSecret: vault.keep,
    copyText: (text: string) => copyText(browser, text),
    changeLocale,
    theme: createTheme(browser, store),
    reloadPage: () => browser.location.reload(),
    appVersion,
  };
};
