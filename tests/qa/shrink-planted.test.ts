import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Flow, type FlowRun, readFlow, writeFlow } from '../../src/qa/record/flow.file.ts';
import { describeDivergence } from '../../src/qa/replay/divergence.ts';
import { messagesOfRun } from '../../src/qa/replay/flow-messages.ts';
import { portalSystem } from '../../src/qa/replay/portal-system.ts';
import { replayRun } from '../../src/qa/replay/replay.ts';
import { shrinkRun } from '../../src/qa/shrink/shrink-run.ts';
import { withPlantedGuard } from '../support/machines/planted-guards.ts';

/** `npm run chaos -- shrink` shrinks all. */
const COUNT = Number(process.env['PLANTED_BUGS'] ?? 4);
const BUDGET_MS = 60_000;

/** A machine, a guard of it that is inverted, and a recording in which the inverted guard has a visible effect. */
const PLANTED = [
  ['session', 'isByPhone', 'login-by-phone'],
  ['passwordReset', 'isEntryValid', 'new-password'],
  ['signed-in', 'isNotFocused', 'last-check'],
  ['recharge', 'canReloadServers', 'troubled-lists'],
  ['session', 'changesErrors', 'login-by-phone'],
  ['portal', 'isLogout', 'troubled-start'],
  ['list', 'isBeyondEnd', 'troubled-start'],
  ['order-detail', 'isUnknown', 'account'],
  ['resume', 'isFirstFailure', 'account'],
  ['recharge', 'isEmpty', 'e-points-insufficient'],
  ['portal', 'isOnline', 'order-in-doubt'],
  ['order-detail', 'isForbidden', 'account'],
  ['portal', 'isOnLogout', 'troubled-start'],
  ['session', 'isGranted', 'troubled-start'],
  ['session', 'isEntryValid', 'troubled-start'],
  ['session', 'isOtherMethod', 'new-password'],
  ['verification', 'isTargetValid', 'login-by-phone'],
  ['toasts', 'isNew', 'account'],
  ['toasts', 'isQueued', 'order-in-doubt'],
  ['toasts', 'closesAll', 'last-check'],
  ['toasts', 'hasMore', 'last-check'],
  ['signed-in', 'takesPoints', 'refused-pay-page'],
  ['signed-in', 'opensOtherWizard', 'e-points-insufficient'],
  ['signed-in', 'isFromShownWizard', 'e-points-insufficient'],
  ['signed-in', 'opensOtherOrder', 'account'],
  ['signed-in', 'opensOtherArticle', 'news'],
  ['signed-in', 'isCurrent', 'troubled-start'],
  ['recharge', 'isServerOpen', 'e-points-insufficient'],
  ['recharge', 'isRoleOpen', 'e-points-insufficient'],
  ['recharge', 'isRecipientOpen', 'troubled-lists'],
  ['recharge', 'isRecipientGone', 'e-points-insufficient'],
  ['recharge', 'isServerUnderMaintenance', 'e-points-insufficient'],
  ['recharge', 'isItemAvailable', 'e-points-insufficient'],
  ['recharge', 'isChannelOpen', 'e-points-insufficient'],
  ['recharge', 'isOrderable', 'refused-pay-page'],
  ['recharge', 'canGoToServer', 'troubled-lists'],
  ['recharge', 'canGoToRole', 'e-points-in-doubt'],
  ['recharge', 'canGoToItem', 'e-points-in-doubt'],
  ['recharge', 'isEarlierChoiceGone', 'troubled-lists'],
  ['submitOrder', 'isOutcomeUnknown', 'e-point-shop-in-trouble'],
  ['submitOrder', 'isFound', 'order-in-doubt'],
  ['epointRecharge', 'isPackageAvailable', 'e-point-shop-in-trouble'],
  ['epointRecharge', 'isChannelOpen', 'e-point-shop-in-trouble'],
  ['payment', 'isUnsettled', 'declined'],
  ['payment', 'canStillChange', 'last-check'],
  ['payment', 'isPendingAndDeferred', 'last-check'],
  ['payment', 'isBackOnline', 'refused-pay-page'],
  ['redirect-payment', 'isRefused', 'last-check'],
  ['point-payment', 'isBalanceTooLow', 'e-points-in-doubt'],
  ['point-payment', 'isInsufficient', 'e-points-in-doubt'],
] as const;

/** XState warns of messages to actors that a shorter recording stops early. */
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const flowOf = (name: string): Flow => {
  const read = readFlow(readFileSync(new URL(`../flows/${name}.flow.json`, import.meta.url), 'utf8'));
  if (!read.ok) throw new Error(read.line);
  return read.flow;
};

const readAgain = (run: FlowRun): FlowRun => {
  const read = readFlow(
    writeFlow({ format: 'portal.flow', version: 1, name: 'a', build: '1', locale: 'en-US', machines: {}, runs: [run] }),
  );
  const [again] = read.ok ? read.flow.runs : [];
  if (!again) throw new Error('a shrunk recording is a recording');
  return again;
};

test.each(PLANTED.slice(0, COUNT))(
  'the planted bug %s %s is shrunk in %s, to a tenth of the rows or until no message can be left out',
  (machine, guard, flow) => {
    const system = withPlantedGuard(portalSystem, machine, guard);
    const run = flowOf(flow).runs.find((one) => replayRun(system, one) !== null);
    const before = run && replayRun(system, run);
    if (!before) throw new Error(`${flow} does not show the bug`);
    const start = performance.now();
    const isTimeUp = () => performance.now() - start > BUDGET_MS;
    const shrunk = shrinkRun(run, { kind: 'diverges' }, { system, isTimeUp });
    if (!shrunk) throw new Error('the failure is lost');
    const again = readAgain(shrunk.run);
    const after = replayRun(system, again);
    const inWords = (divergence: typeof before) =>
      describeDivergence(divergence)
        .split('\n')
        .slice(1)
        .join('\n')
        .replaceAll(/~\d+|•••\d+/g, '');
    expect(after && inWords(after)).toBe(inWords(before));
    expect(again.rows.length).toBeLessThan(run.rows.length);
    expect(shrunk.inputs[1]).toBeLessThan(shrunk.inputs[0]);
    expect(shrunk.minimality === 'minimal' || again.rows.length <= run.rows.length / 10).toBe(true);
    const right = replayRun(portalSystem, again);
    expect(right === null || right.row > (after?.row ?? 0), right ? describeDivergence(right) : '').toBe(true);
    expect(messagesOfRun(again).messages.length).toBeGreaterThan(0);
  },
  2 * BUDGET_MS,
);

test('50 bugs are planted', () => {
  expect(new Set(PLANTED.map(([machine, guard]) => `${machine} ${guard}`)).size).toBe(50);
});
