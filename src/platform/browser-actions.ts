import { loadChunk } from '../loader/chunk-deadline.ts';
import { attempt } from './attempt.ts';
import type { Browser } from './browser.ts';
import type { SafeStorage } from './safe-storage.ts';
import type { Vault } from './secrets.ts';
import type { ServerClock } from './server-clock.ts';
import { createTheme } from './theme.ts';

export type BrowserActionParts = {
  readonly browser: Pick<Browser, 'document' | 'navigator' | 'location' | 'print' | 'refreshPage'>;
  readonly store: SafeStorage;
  readonly clock: ServerClock;
  readonly vault: Vault;
};

/** Actions that an event handler must run itself, before a machine receives the event: a part of `BrowserActions` of the views. */
export const createBrowserActions = ({ browser, store, clock, vault }: BrowserActionParts) => ({
  serverNow: clock.now,
  toDeviceTime: (serverMs: number) => serverMs - clock.offsetMs(),
  storeSecret: vault.keep,
  copyText: async (text: string): Promise<boolean> => {
    const written = attempt(() => browser.navigator.clipboard?.writeText(text));
    if (!written) return false;
    try {
      await written;
      return true;
    } catch {
      return false;
    }
  },
  theme: createTheme(browser, store),
  reloadPage: () => (browser.refreshPage ? browser.refreshPage() : browser.location.reload()),
  printPage: () => void attempt(() => browser.print()),
  saveFile: async (name: string, type: string, text: string) =>
    (await loadChunk(() => import('./save-file.ts'))).saveFile(name, type, text),
});
