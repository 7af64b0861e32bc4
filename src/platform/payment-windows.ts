/** What the registry uses of a window it opened; any member may throw once a foreign page is in it. */
export type PaymentWindow = {
  opener: unknown;
  readonly closed: boolean;
  readonly close: () => void;
  readonly location: { readonly replace: (url: string) => void };
  readonly document: Pick<Document, 'title' | 'documentElement' | 'body' | 'createElement'>;
};

export type Preparing = { readonly lang: string; readonly title: string; readonly text: string };

/** Windows by reference; the handles stay here. */
export type PaymentWindows = {
  /** To be called in the click itself. null: the browser blocked it. `words`: what it says while it waits, instead of a payment's. */
  readonly openBlank: (words?: Omit<Preparing, 'lang'>) => string | null;
  /** Sends the window to `url`, once. An order has one window: an earlier one is closed. False when it is gone. */
  readonly navigate: (ref: string, url: string, orderId: string) => boolean;
  readonly close: (ref: string) => void;
  /** Calls once when the window is seen closed, looked at every two seconds. A hint only: COOP makes open ones look closed. */
  readonly watchClosed: (ref: string, onClosed: () => void) => () => void;
};

export type PaymentWindowsSetup = {
  readonly open: (url: string, target: string) => PaymentWindow | null;
  readonly newRef: () => string;
  /** Read at each click: the player's language may have changed. */
  readonly preparing: () => Preparing;
  readonly draw: (document: PaymentWindow['document'], words: Preparing) => void;
};

const WATCH_MS = 2_000;

const attempt = <Result>(act: () => Result): Result | null => {
  try {
    return act();
  } catch {
    return null;
  }
};

const isOpen = (handle: PaymentWindow): boolean => attempt(() => !handle.closed) ?? false;

type Entry = { readonly handle: PaymentWindow; readonly orderId: string | null };

export const createPaymentWindows = ({ open, newRef, preparing, draw }: PaymentWindowsSetup): PaymentWindows => {
  const entries = new Map<string, Entry>();

  const close = (ref: string) => {
    const entry = entries.get(ref);
    entries.delete(ref);
    if (entry) attempt(() => entry.handle.close());
  };

  /** The references of an order's earlier windows lead to its new one, so that whoever watches them watches that. */
  const replaceEarlier = (current: Entry) => {
    for (const [ref, entry] of entries) {
      if (entry === current || entry.orderId !== current.orderId) continue;
      entries.set(ref, current);
      attempt(() => entry.handle.close());
    }
  };

  return {
    openBlank: (words) => {
      const ref = newRef();
      // No `noopener` feature: with it even a window that opened reads null. The opener is taken away by hand.
      const handle = attempt(() => open('about:blank', ref));
      if (!handle) return null;
      handle.opener = null;
      entries.set(ref, { handle, orderId: null });
      attempt(() => draw(handle.document, { ...preparing(), ...words }));
      return ref;
    },
    navigate: (ref, url, orderId) => {
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
    watchClosed: (ref, onClosed) => {
      const timer = setInterval(() => {
        const entry = entries.get(ref);
        if (entry && isOpen(entry.handle)) return;
        clearInterval(timer);
        entries.delete(ref);
        onClosed();
      }, WATCH_MS);
      return () => clearInterval(timer);
    },
  };
};
