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
