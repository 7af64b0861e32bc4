import type { Flow, FlowRun } from '../../core/record/flow.file.ts';
import { exchangesOf } from './exchanges.ts';
import { type FlowEntry, flowEntries, type Moment } from './flow-entries.ts';
import { DEMO_ORDER, planOrders } from './order-plan.ts';
import {
  type Plan,
  planCode,
  planDevice,
  planFaults,
  planPoints,
  planTime,
  type SetUp,
  startPoints,
  type Wait,
} from './set-up-plan.ts';

export type Action = FlowEntry & { readonly kind: 'action' };
type Cause = Action | (FlowEntry & { readonly kind: 'load' });

const isCause = (one: FlowEntry): one is Cause => one.kind === 'load' || one.kind === 'action';

/** The last moment of a page load before a time, epoch ms. */
const momentAt = ({ runs }: Flow, run: number, before: number): Moment => {
  const { rows, startedAt } = runs[run] ?? { rows: [], startedAt: 0 };
  const next = rows.findIndex(({ at }) => startedAt + at >= before);
  const row = next < 0 ? rows.length : next;
  return { run, row, at: startedAt + (rows[row - 1]?.at ?? 0) };
};

/** The calls that a jump of the clock causes start within this time after it, ms. */
const AFTER_JUMP_MS = 2_000;

const isEarly = ({ setUp }: Wait): boolean =>
  setUp.kind === 'fault' || (setUp.kind === 'order' && setUp.act === 'never');

/** Sorts the changes by time. A change that the calls after a jump of the clock need is moved before the jump. */
const inOrder = (waits: readonly Wait[]): readonly Wait[] => {
  const jumps = waits.filter(({ setUp }) => setUp.kind === 'time');
  const jumpBefore = (wait: Wait): Wait | undefined =>
    jumps.find(({ at, setUp }) => {
      const passed = wait.at - at - (setUp.kind === 'time' ? setUp.seconds * 1_000 : 0);
      return isEarly(wait) && wait.at > at && passed < AFTER_JUMP_MS;
    });
  return waits
    .map((wait) => {
      const jump = jumpBefore(wait);
      return jump ? { ...wait, row: jump.row, at: jump.at - 1 } : wait;
    })
    .toSorted((a, b) => a.at - b.at);
};

/** A recording as actions, with the sandbox and device that its responses need. `wrong`: the port with the bug, which no test may force. */
export const testPlan = (flow: Flow, wrong?: string) => {
  const all = flowEntries(flow);
  const causes = all.filter(isCause);
  const exchanges = exchangesOf(all);
  const right = exchanges.filter(({ call }) => call.name !== wrong);
  const before = causes.map((): SetUp[] => []);
  const waits = causes.map((): Wait[] => []);
  const plan: Plan = {
    before: (slot, setUp) => {
      const known = before[slot];
      if (known?.every((one) => JSON.stringify(one) !== JSON.stringify(setUp))) known.push(setUp);
    },
    wait: (wait) => void waits[causes.findLastIndex((cause) => cause.at <= wait.at)]?.push(wait),
  };
  planOrders(flow, all, exchanges, plan);
  planPoints(right, plan);
  planCode(exchanges, plan);
  planDevice(all, exchanges, causes, plan);
  planTime(flow, plan);
  planFaults(right, plan);
  const isOfDemo = exchanges.some(({ result }) => JSON.stringify(result.output ?? null).includes(DEMO_ORDER));
  const isLast = ({ tab }: FlowRun, run: number): boolean => flow.runs.findLastIndex((one) => one.tab === tab) === run;
  return {
    /** What the player does, what a test changes before and after it, and the last moment of its page load before the next action. */
    slots: causes.map((cause, at) => ({
      cause,
      /** No call was waiting for its response when the player acted. */
      isQuiet: !exchanges.some(({ start, end }) => start.run === cause.run && start.at < cause.at && end.at > cause.at),
      before: before[at] ?? [],
      waits: inOrder(waits[at] ?? []),
      exchanges: exchanges.filter(({ slot }) => slot === at),
      end: momentAt(flow, cause.run, causes[at + 1]?.at ?? Number.POSITIVE_INFINITY),
    })),
    /** The end of the last page load of each tab. */
    ends: flow.runs.flatMap((run, at) => (isLast(run, at) ? [momentAt(flow, at, Number.POSITIVE_INFINITY)] : [])),
    /** E Points of the account at the start, or the demo account; null for a new account with the usual ones. */
    points: isOfDemo ? ('demo' as const) : startPoints(right),
    isMobile: all.some(
      (one) => one.kind === 'signal' && one.event.type === 'layout.changed' && one.event['isMobile'] === true,
    ),
  };
};

export type Slot = ReturnType<typeof testPlan>['slots'][number];
