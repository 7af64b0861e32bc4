import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';

type Leaves = readonly AnyStateNode[];

const childrenOf = (node: AnyStateNode): Leaves => Object.values(node.states);

const leavesBelow = (node: AnyStateNode): Leaves => {
  const children = childrenOf(node);
  return children.length === 0 ? [node] : children.flatMap(leavesBelow);
};

const isInside = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  outer.path.every((key, at) => node.path[at] === key);

const ancestorsOf = (node: AnyStateNode): Leaves => (node.parent ? [node, ...ancestorsOf(node.parent)] : [node]);

const sharedAncestor = (one: AnyStateNode, other: AnyStateNode): AnyStateNode | undefined =>
  ancestorsOf(one).find((node) => isInside(other, node));

const canBothBeActive = (one: AnyStateNode, other: AnyStateNode): boolean =>
  one === other || sharedAncestor(one, other)?.type === 'parallel';

const isComplete = (node: AnyStateNode, leaves: Leaves): boolean => {
  const children = childrenOf(node);
  if (children.length === 0) return true;
  const active = children.filter((child) => leaves.some((leaf) => isInside(leaf, child)));
  if (node.type !== 'parallel') return active.length === 1 && active.every((child) => isComplete(child, leaves));
  return children.every(
    (child) => isComplete(child, leaves) && (active.includes(child) || childrenOf(child).length === 0),
  );
};

/** The name of a state in a state trail, which includes at most its parent. */
const nameOf = (leaf: AnyStateNode): string => leaf.path.slice(-2).join('.');

const choices = (candidates: readonly Leaves[], chosen: Leaves = []): readonly Leaves[] => {
  const [next, ...others] = candidates;
  if (!next) return [chosen];
  return next
    .filter((leaf) => !chosen.includes(leaf) && chosen.every((other) => canBothBeActive(leaf, other)))
    .flatMap((leaf) => choices(others, [...chosen, leaf]));
};

const DEEPER_THAN_A_CHART = 1_000;

/** How deep the common ancestors of the entered and the left states are: a short transition is likelier than a long one. */
const nearnessOf = (entered: Leaves, left: Leaves): number =>
  entered
    .map((leaf) => Math.max(0, ...left.map((other) => sharedAncestor(leaf, other)?.path.length ?? 0)))
    .reduce((sum, depth) => sum + depth, 0);

export type States = { readonly ok: true; readonly leaves: Leaves } | { readonly ok: false; readonly line: string };

/**
 * The active states of a machine, from their names in a trail. `before`: the states that were active when the message `type` arrived,
 * so that only new ones are named; without it, all are. If names fit more than one state, the one that the message reaches sooner is meant.
 */
export const statesOf = (
  machine: AnyStateMachine,
  names: readonly string[],
  { before = [], type = null }: { readonly before?: Leaves; readonly type?: string | null } = {},
): States => {
  if (names.length === 0 && before.length > 0) return { ok: true, leaves: before };
  const all = leavesBelow(machine.root);
  const candidates = names.map((name) => all.filter((leaf) => nameOf(leaf) === name && !before.includes(leaf)));
  const unknown = names.find((_, at) => candidates[at]?.length === 0);
  if (unknown !== undefined)
    return { ok: false, line: `the chart of "${machine.id}" has no state "${unknown}" to go to` };
  const found = choices(candidates)
    .map((chosen) => {
      const remaining = before.filter((leaf) => chosen.every((one) => canBothBeActive(leaf, one)));
      const left = before.filter((leaf) => !remaining.includes(leaf));
      const handling = left.filter((leaf) =>
        ancestorsOf(leaf).some((node) => node.ownEvents.some((own) => own === type)),
      );
      const nearness = (remaining.length + handling.length) * DEEPER_THAN_A_CHART + nearnessOf(chosen, left);
      return { leaves: [...chosen, ...remaining], nearness };
    })
    .filter(({ leaves }) => isComplete(machine.root, leaves));
  const most = Math.max(...found.map(({ nearness }) => nearness));
  const [best, ...others] = found.filter(({ nearness }) => nearness === most);
  if (best && others.every(({ leaves }) => leaves.every((leaf) => best.leaves.includes(leaf))))
    return { ok: true, leaves: best.leaves };
  const reason = best ? 'can mean more than one state' : 'are not a state';
  return { ok: false, line: `"${names.join()}" ${reason} of "${machine.id}"` };
};

/** XState's value of the active states. */
export const stateValue = (node: AnyStateNode, leaves: Leaves): StateValue => {
  const active = childrenOf(node).filter((child) => leaves.some((leaf) => isInside(leaf, child)));
  const [only] = active;
  if (node.type !== 'parallel')
    return only && childrenOf(only).length > 0 ? { [only.key]: stateValue(only, leaves) } : (only?.key ?? {});
  return Object.fromEntries(
    childrenOf(node).map((child) => [child.key, childrenOf(child).length > 0 ? stateValue(child, leaves) : {}]),
  );
};

/** The whole type of a timer's message from the name of its delay: the one of the innermost active state. */
export const timerType = ({ id, events }: AnyStateMachine, delay: string, leaves: Leaves): string | null => {
  const start = `xstate.after.${delay}.`;
  const active = new Set(leaves.flatMap(ancestorsOf).map((node) => [id, ...node.path].join('.')));
  const types = events.map(String).filter((type) => type.startsWith(start) && active.has(type.slice(start.length)));
  return types.toSorted((one, other) => other.length - one.length)[0] ?? null;
};
