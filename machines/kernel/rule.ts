import type { AnyMachineSnapshot } from 'xstate';

/** The part that every snapshot has. A rule about several machines may use only what their snapshots share. */
type RuleSnapshot = Pick<AnyMachineSnapshot, 'status'> & { readonly context: unknown };

/**
 * A machine has handled a message, in a recording or live. Text in a recording may be masked. Equal values have equal masks within a
 * page load, so a rule may compare text but must not interpret it.
 */
export type RuleStep<Snapshot extends RuleSnapshot = AnyMachineSnapshot> = {
  readonly machine: string;
  /** Where its actor runs: `$` for the root, ids below it; `~2` marks the second actor of that id. */
  readonly path: string;
  readonly event: { readonly type: string };
  /** After the message. */
  readonly snapshot: Snapshot;
  /** The machines that run after the message: path → id. */
  readonly running: ReadonlyMap<string, string>;
};

type RuleText = {
  /** In kebab-case; unique. */
  readonly id: string;
  readonly sentence: string;
};

/** Data from outside that is wrong. `wrong`: what it has; `right`: what the rule expects instead. */
export type WrongData = {
  readonly problem: string;
  readonly wrong: readonly (string | number)[];
  readonly right: string | number | null;
};

/** A rule in the middle of a page load. */
export type RuleState = {
  /** Why this step breaks the rule; null if it does not. */
  readonly problem: string | null;
  /** Null if the machine is wrong, and not its data. */
  readonly data: WrongData | null;
  readonly next: (step: RuleStep) => RuleState;
};

/** What is always true of the machines during one page load. */
export type Rule = RuleText & {
  /** Ids of the machines whose steps it reads; null: all. */
  readonly machines: readonly string[] | null;
  readonly start: RuleState;
};

type RuleParts<Memory, Snapshot extends RuleSnapshot> = RuleText & {
  /** Why this step breaks the rule, with what is known from the steps before it. */
  readonly check: (memory: Memory, step: RuleStep<Snapshot>) => string | WrongData | null;
} & (
    | {
        /** What the rule knows before the first step. */
        readonly memory: Memory;
        readonly remember: (memory: Memory, step: RuleStep<Snapshot>) => Memory;
      }
    // The rule reads each step alone.
    | { readonly memory?: undefined; readonly remember?: undefined }
  );

/** Creates rules about the steps of these machines, or about every step if no id is given. `Snapshot`: the snapshot of each machine. */
export const ruleAbout =
  <Snapshot extends RuleSnapshot>(...machines: readonly string[]) =>
  <Memory>({ memory, check, remember = (known) => known, ...text }: RuleParts<Memory, Snapshot>): Rule => {
    const stateAfter = (known: Memory, found: string | WrongData | null): RuleState => ({
      problem: typeof found === 'string' ? found : (found?.problem ?? null),
      data: typeof found === 'string' ? null : found,
      next: (given) => {
        const step = given as RuleStep<RuleSnapshot> as RuleStep<Snapshot>;
        return stateAfter(remember(known, step), check(known, step));
      },
    });
    return { ...text, machines: machines.length > 0 ? machines : null, start: stateAfter(memory as Memory, null) };
  };

/** For the memory of a rule: the map with this entry, or the same map if it has it. */
export const withEntry = <Value>(known: Map<string, Value>, key: string, value: Value): Map<string, Value> =>
  known.get(key) === value ? known : new Map([...known, [key, value]]);

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** `step`: index of the step that breaks the rule. */
export type Violation = {
  readonly rule: RuleText;
  readonly step: number;
  readonly problem: string;
  readonly data: WrongData | null;
};

const isRead = ({ machines }: Rule, { machine }: RuleStep): boolean => machines === null || machines.includes(machine);

/** Checks the steps of a page load as they happen. Returns the rules that a step breaks; each rule is reported once. */
export const createRuleCheck = (rules: readonly Rule[]) => {
  const states = new Map(rules.map((rule) => [rule, rule.start]));
  let index = -1;
  return (step: RuleStep): readonly Violation[] => {
    index += 1;
    const found: Violation[] = [];
    for (const [rule, state] of states) {
      if (!isRead(rule, step)) continue;
      const next = state.next(step);
      const { problem, data } = next;
      if (problem === null) states.set(rule, next);
      else {
        states.delete(rule);
        found.push({ rule, step: index, problem, data });
      }
    }
    return found;
  };
};
