import { loadChunk } from '../loader/chunk-deadline.ts';
import { attempt } from './attempt.ts';
import type { FirstPage } from './boot-paint.ts';
import type { Browser } from './browser.ts';
import { copyText } from './clipboard.ts';
import type { PaymentWindows } from './payment-windows.ts';
import type { SafeStorage } from './safe-storage.ts';
import type { ServerClock } from './server-clock.ts';
import { createTheme } from './theme.ts';
import type { Vault } from './vault.ts';

export type BrowserActionParts = {
  readonly browser: Pick<Browser, 'document' | 'navigator' | 'location' | 'print' | 'refreshPage'>;
  readonly store: SafeStorage;
  /** Opens a blank window. Null if the browser blocks it. */
  readonly openWindow: PaymentWindows['openBlank'];
  readonly clock: ServerClock;
  readonly vault: Vault;
  readonly newKey: () => string;
  readonly changeLocale: (tag: string) => void;
  readonly firstPage: Pick<FirstPage, 'markDrawn'>;
  /** The stored customer-service link, validated. */
  readonly readServiceLink: () => string | null;
  /** The link back to the game, validated. */
  readonly readReturnLink: () => string | null;
  readonly appVersion: string;
};

/** Actions that an event handler must run itself, before a machine receives the event. Implements `BrowserActions` of the views. */
export const createBrowserActions = (parts: BrowserActionParts) => {
  const { browser, store, openWindow, clock, vault, newKey, changeLocale, firstPage, readServiceLink, readReturnLink } =
    parts;
  return {
    openPaymentWindow: () => openWindow(),
    openLinkWindow: openWindow,
    serviceLink: readServiceLink,
    returnLink: readReturnLink,
    newKey,
    serverNow: clock.now,
    toDeviceTime: (serverMs: number) => serverMs - clock.offsetMs(),
    storeSecret: vault.keep,
    copyText: (text: string) => copyText(browser, text),
    changeLocale,
    markPageDrawn: firstPage.markDrawn,
    theme: createTheme(browser, store),
    reloadPage: () => (browser.refreshPage ? browser.refreshPage() : browser.location.reload()),
    printPage: () => void attempt(() => browser.print()),
    saveFile: async (name: string, type: string, text: string) =>
      (await loadChunk(() => import('./save-file.ts'))).saveFile(name, type, text),
    appVersion: parts.appVersion,
  };
};
