/** The child of `parent` that contains `node`; null if `node` is elsewhere. */
const childAround = (parent: Node, node: Node): Node | null => {
  let at: Node | null = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at;
};

/** Extensions and translators move and remove nodes of React. Its next change beside such a node would throw and crash the page. */
export const tolerateForeignChanges = ({ prototype }: { readonly prototype: Node }): void => {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode) removeChild.call(child.parentNode, child);
    return child;
  };
  prototype.insertBefore = function <Inserted extends Node>(this: Node, node: Inserted, before: Node | null): Inserted {
    insertBefore.call(this, node, before && childAround(this, before));
    return node;
  };
};
