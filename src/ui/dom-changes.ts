/** Calls `changed` after nodes were added or removed below `root`. A browser without mutation observers never calls it. */
export const onNodesChanged = (root: Node, changed: () => void): (() => void) => {
  try {
    const observer = new MutationObserver(changed);
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  } catch {
    return () => {};
  }
};
