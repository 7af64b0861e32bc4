/** Kinds of jobs in the outbox. The sandbox's own start with `sandbox-`. */
export const JOB_KINDS = [
  'deliver',
  'refund',
  'process-notification',
  'check-late-payment',
  'sandbox-notify',
  'sandbox-capture-late',
] as const;

export type JobKind = (typeof JOB_KINDS)[number];

/** Earlier versions stored two kinds of jobs under each of these names; a rolling restart can still write them. */
export type LegacyJobKind = 'sync' | 'notify';
