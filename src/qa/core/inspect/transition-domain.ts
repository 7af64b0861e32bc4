import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** From the parent to the root. */
const ancestorsOf = (node: AnyStateNode): readonly AnyStateNode[] =>
  node.parent ? [node.parent, ...ancestorsOf(node.parent)] : [];

const isBelow = (node: AnyStateNode, other: AnyStateNode): boolean => ancestorsOf(node).includes(other);

/** The smallest state that a transition does not leave; null if it leaves the root and enters it again. */
const domainOf = ({ source, target = [], reenter }: AnyTransitionDefinition): AnyStateNode | null => {
  const inside = (one: AnyStateNode): boolean => one === source || isBelow(one, source);
  if (!reenter && target.every(inside)) return source;
  return ancestorsOf(source).find((above) => target.every((one) => isBelow(one, above))) ?? null;
};

/** Whether a transition leaves this state if it is active, or enters it if it is active afterwards. */
export const isInDomain = (node: AnyStateNode, transition: AnyTransitionDefinition): boolean => {
  if (!transition.target?.length) return false;
  const domain = domainOf(transition);
  return domain === null || isBelow(node, domain);
};
