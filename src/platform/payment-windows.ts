import { attempt } from './attempt.ts';

/** The part of a window that the registry uses. Any member may throw once the window shows a foreign page. */
export type PaymentWindow = {
  opener: unknown;
  readonly closed: boolean;
  readonly close: () => void;
  readonly location: { readonly href?: string; readonly replace: (url: string) => void };
  readonly document: Pick<Document, 'title' | 'documentElement' | 'body' | 'createElement'>;
};

export type PlaceholderText = { readonly lang: string; readonly title: string; readonly text: string };

export type PaymentWindowsSetup = {
  readonly open: (url: string, target: string) => PaymentWindow | null;
  /** Whether a window is that of the portal, which some in-app browsers return in place of a new one. */
  readonly isOwn: (handle: PaymentWindow) => boolean;
  readonly newRef: () => string;
  /** Called on each click, because the language may have changed. */
  readonly preparing: () => PlaceholderText;
  /** Calls the listener when the page is left for good. */
  readonly onUnload: (listener: () => void) => void;
};

const WATCH_MS = 2_000;

const isOpen = (handle: PaymentWindow): boolean => attempt(() => !handle.closed) ?? false;

/** A foreign page refuses access to its address. */
const isBlank = ({ location }: PaymentWindow): boolean => attempt(() => location.href) === 'about:blank';

/** A window without an opener may be closed while it shows a page of this origin. For any other page, the browser refuses and logs an error. */
const closeOwn = ({ handle }: Entry): void => {
  if (attempt(() => handle.location.href) !== undefined) attempt(() => handle.close());
};

/** Builds nodes: the blank window inherits the portal's content security policy, without inline styles and markup strings. */
const drawPreparing = (document: PaymentWindow['document'], { lang, title, text }: PlaceholderText): void => {
  document.title = title;
  document.documentElement.lang = lang;
  const { style } = document.body;
  style.setProperty('display', 'grid');
  style.setProperty('place-content', 'center');
  style.setProperty('min-height', '90vh');
  style.setProperty('margin', '0 24px');
  style.setProperty('text-align', 'center');
  style.setProperty('font', '18px/1.5 system-ui, sans-serif');
  style.setProperty('color-scheme', 'light dark');
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  line.textContent = text;
  document.body.append(line);
};

type Entry = { readonly handle: PaymentWindow; readonly orderId: string | null };

/** Windows by reference; the handles never leave this module. */
export const createPaymentWindows = ({ open, isOwn, newRef, preparing, onUnload }: PaymentWindowsSetup) => {
  const entries = new Map<string, Entry>();

  const close = (ref: string): void => {
    const entry = entries.get(ref);
    entries.delete(ref);
    if (entry) closeOwn(entry);
  };

  /** Points the references of an order's earlier windows to its new one, so that their watchers watch the new one. */
  const replaceEarlier = (current: Entry) => {
    for (const [ref, entry] of entries) {
      if (entry === current || entry.orderId !== current.orderId) continue;
      entries.set(ref, current);
      closeOwn(entry);
    }
  };

  // A reloaded page has no handle of a blank window, so the window would stay blank forever.
  onUnload(() => {
    for (const [ref, { orderId }] of entries) if (orderId === null) close(ref);
  });

  return {
    /** Must be called inside the click handler. Null if the browser blocks the window. `words` replaces the default text. */
    openBlank: (words?: Omit<PlaceholderText, 'lang'>): string | null => {
      const ref = newRef();
      // With `noopener` the result would be null even for an opened window, so the opener is removed afterwards.
      const handle = attempt(() => open('about:blank', ref));
      if (!handle || isOwn(handle) || !isOpen(handle)) return null;
      attempt(() => {
        handle.opener = null;
      });
      entries.set(ref, { handle, orderId: null });
      attempt(() => drawPreparing(handle.document, { ...preparing(), ...words }));
      return ref;
    },
    /** Navigates the window to `url`, once. Closes an earlier window of the order. False if the window is gone. */
    navigate: (ref: string, url: string, orderId: string): boolean => {
      const entry = entries.get(ref);
      if (!entry || !isOpen(entry.handle)) {
        entries.delete(ref);
        return false;
      }
      if (entry.orderId !== null) return entry.orderId === orderId;
      const sent = attempt(() => {
        entry.handle.location.replace(url);
        return true;
      });
      if (!sent) return false;
      const current = { handle: entry.handle, orderId };
      entries.set(ref, current);
      replaceEarlier(current);
      return true;
    },
    close,
    /**
     * Checks the window every two seconds. Calls `onClosed` once when it looks closed. Only a hint: COOP makes open windows look closed.
     * Calls `onBlank` with true when it is still blank two seconds after `navigate`, and with false when it has left the blank page since.
     */
    watch: (ref: string, onClosed: () => void, onBlank: (isBlank: boolean) => void): (() => void) => {
      let wasNavigated = false;
      let wasBlank = false;
      const timer = setInterval(() => {
        const entry = entries.get(ref);
        if (entry && isOpen(entry.handle)) {
          const isStuck = wasNavigated && isBlank(entry.handle);
          if (isStuck !== wasBlank) onBlank(isStuck);
          wasBlank = isStuck;
          wasNavigated = entry.orderId !== null;
          return;
        }
        clearInterval(timer);
        entries.delete(ref);
        onClosed();
      }, WATCH_MS);
      return () => clearInterval(timer);
    },
  };
};

export type PaymentWindows = ReturnType<typeof createPaymentWindows>;
