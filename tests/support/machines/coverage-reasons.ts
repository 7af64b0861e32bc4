/** Why nothing can take some pairs, or see some outcomes of guards. `machine`: its id. `missing`: lines of `assertCovered`. */
type CoverageReason = { readonly machine: string; readonly missing: RegExp; readonly reason: string };

const COVERAGE_REASONS: readonly CoverageReason[] = [
  {
    machine: 'epointRecharge',
    missing: /^wizard\.shop\.confirming · order\.confirm \[isOrderable\]/,
    reason:
      'The state is entered with complete choices only, and nothing in it changes them. The guard is a second check.',
  },
  {
    machine: 'list',
    missing: /^(?:shown · .*, then .*\[isShownEmpty\]|empty · .*, then .*\[not isShownEmpty\])/,
    reason: 'The list stays as it was before the refresh: empty in the state of that name, not empty in the other one.',
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
    machine: 'payment',
    missing: /^following\.method\.running · page\.found .*, then .* page\.found/,
    reason: 'The payment has a page from then on, unless the method refuses it: another transition of the region.',
  },
  {
    machine: 'redirect-payment',
    missing: /page\.found \[not isPageMissing\].*, then .*page\.found \[isPageMissing\]/,
    reason: 'After a page that must not be opened no other page is opened.',
  },
  {
    machine: 'recharge',
    missing: /^wizard\.game\.confirming\.ready · order\.confirm \[isOrderable\] → wizard\.ordering$/,
    reason: 'Without a choice or with too few E Points the wizard is in another state. The guard is a second check.',
  },
  {
    machine: 'recharge',
    missing: /^wizard\.starting .* → wizard\.game, then wizard\.game\.server\.resolving ·/,
    reason: 'The server list is empty when the wizard starts, so nothing can be resolved.',
  },
  {
    machine: 'recharge',
    missing: /\[isEarlierChoiceGone\] → wizard\.game\.refused, then .*(?:isChannelRefused|isPriceRefused)\]/,
    reason: 'A list is refused only because of the role, the server or the item.',
  },
  {
    machine: 'recharge',
    missing:
      /^recharge · error: (?:serverList|coinBalance|effects) → stays, then recharge · (?:servers|coinBalance|role)\./,
    reason: 'An actor that has ended sends nothing.',
  },
  {
    machine: 'recharge',
    missing: /then wizard\.game\.items\.loading · done: loadItems \[not isEmpty, isDraftItemAvailable\]/,
    reason: 'The transition before it removes the item from the draft, or begins a draft without one.',
  },
  {
    machine: 'recharge',
    missing: /isChannelRefused\] → wizard\.game\.channels, then .*isDraftChannelOpen\]/,
    reason: 'The transition before it removes the channel from the draft.',
  },
  {
    machine: 'recharge',
    missing: /\[isResolvable\] → .*not needsServer\] → wizard\.game\.server\.loading$/,
    reason: 'The last branch is taken only if the draft is not resolvable.',
  },
  {
    machine: 'redirect-payment',
    missing: /error: paymentWindow → stays, then .*window\.closed/,
    reason: 'An actor that has ended sends nothing.',
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
