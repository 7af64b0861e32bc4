/** What must always be true. Reports print the sentences. */
export const INVARIANTS = {
  'one-order-per-intent': 'An intent makes exactly one order, and each order has an intent.',
  'money-adds-up': 'Captured = delivered + refunded + in progress.',
  'ledger-adds-up': 'Each transaction of the ledger adds up to zero, and each balance is the sum of its ledger.',
  'acknowledged-is-durable': 'What was acknowledged or shown stays in the database.',
  'paid-never-failed': 'A paid order is never shown as failed or expired.',
  'intent-resolvable': 'The outcome of each intent becomes known to the player.',
  'nothing-stuck': 'No order, job or request stays unfinished.',
  'delivered-once': 'The game gets each line of a paid order exactly once.',
  'rebate-once': 'A player has the first-purchase rebate of a package once.',
  'books-agree': 'Reconciliation finds no difference between orders, payments, provider and ledger.',
  'no-error': 'No part of the simulation throws an error.',
  'machine-rules': 'No temporal rule is violated.',
} as const;

export type Invariant = keyof typeof INVARIANTS;

/** `about`: the order or the player that the recording must contain. */
export type ReportViolation = (invariant: Invariant, detail: string, about?: string) => void;

export class Violation extends Error {
  readonly invariant: Invariant;
  /** An order or a player. Null: neither. */
  readonly about: string | null;

  constructor(invariant: Invariant, detail: string, about: string | null = null) {
    super(`${invariant}: ${detail}`);
    this.name = 'Violation';
    this.invariant = invariant;
    this.about = about;
  }
}
