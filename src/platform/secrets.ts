import type { Browser } from './browser.ts';

const CAPACITY = 4;

/** Secrets on their way from a field to a request; events carry only the reference. */
export const createVault = (newRef: () => string) => {
  const secrets = new Map<string, string>();
  return {
    keep: (secret: string): string => {
      const ref = newRef();
      secrets.set(ref, secret);
      const [oldest] = secrets.keys();
      if (secrets.size > CAPACITY && oldest !== undefined) secrets.delete(oldest);
      return ref;
    },
    /** Returns a secret once; null if it was already taken or replaced by newer ones. */
    take: (ref: string): string | null => {
      const secret = secrets.get(ref) ?? null;
      secrets.delete(ref);
      return secret;
    },
  };
};

export type Vault = ReturnType<typeof createVault>;

/** The ticket of the first URL, in memory only. */
export const createTicketHolder = (browser: Browser) => {
  let held = browser.ticket ?? null;
  delete browser.ticket;
  return {
    isHeld: (): boolean => held !== null,
    /** Returns the ticket once. */
    take: (): string | null => {
      const ticket = held;
      held = null;
      return ticket;
    },
    putBack: (ticket: string): void => {
      held = ticket;
    },
  };
};

export type TicketHolder = ReturnType<typeof createTicketHolder>;
