import type { Browser } from './browser.ts';

/** The ticket of the first URL, in memory only. */
export type TicketHolder = {
  readonly isHeld: () => boolean;
  /** Returns the ticket once. */
  readonly take: () => string | null;
  readonly putBack: (ticket: string) => void;
};

export const createTicketHolder = (browser: Browser): TicketHolder => {
  let held = browser.ticket ?? null;
  delete browser.ticket;
  return {
    isHeld: () => held !== null,
    take: () => {
      const ticket = held;
      held = null;
      return ticket;
    },
    putBack: (ticket) => {
      held = ticket;
    },
  };
};
