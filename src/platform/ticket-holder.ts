import type { Browser } from './browser.ts';

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
