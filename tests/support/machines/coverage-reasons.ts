/** Why nothing can see some outcomes of guards. `machine`: its id. `missing`: lines of `assertCovered`. */
type CoverageReason = { readonly machine: string; readonly missing: RegExp; readonly reason: string };

const COVERAGE_REASONS: readonly CoverageReason[] = [
  {
    machine: 'epointRecharge',
    missing: /^wizard\.shop\.confirming · order\.confirm \[isOrderable\]/,
    reason:
      'The state is entered with complete choices only, and nothing in it changes them. The guard is a second check.',
  },
  {
    machine: 'payment',
    missing: /^following\.phase · order\.moved \[.*hasLapsed\] → following\.phase\.lapsed$/,
    reason: 'No status of an order leads back to pending, so an order that moved always has one of these statuses.',
  },
  {
    machine: 'payment',
    missing: /^following\.phase\.settled\.(?:delivering|delivered) · order\.moved \[.*isRefunded\][^,]*$/,
    reason: 'A paid order can only become delivered or refunded, and a delivered one only refunded.',
  },
  {
    machine: 'recharge',
    missing: /\[isResolvable\] → .*not needsServer\] → wizard\.game\.server\.loading$/,
    reason: 'The last branch is taken only if the draft is not resolvable.',
  },
  {
    machine: 'resume',
    missing: /^loadingState · .*not isFirstFailure\]/,
    reason: 'No failure comes before the first one.',
  },
  {
    machine: 'resume',
    missing: /^backingOff · .*\[isFirstFailure\]/,
    reason: 'The machine backs off after a failure, so another one is not the first.',
  },
];

export const reasonOf = (machine: string, missing: string): string | null =>
  COVERAGE_REASONS.find((one) => one.machine === machine && one.missing.test(missing))?.reason ?? null;
