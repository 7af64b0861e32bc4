export type MinimizedList<Item> = {
  readonly remaining: readonly Item[];
  /** No single item can be left out. False: there was no time to find out. */
  readonly isMinimal: boolean;
};

/**
 * Leaves out ever smaller parts of a list, as long as `attempt` accepts the rest (delta debugging). `attempt` returns the items that it
 * used, or null. Later items depend on earlier ones, so the search begins at the end.
 */
export const minimizeList = <Item>(
  all: readonly Item[],
  attempt: (items: readonly Item[]) => readonly Item[] | null,
  isTimeUp: () => boolean,
): MinimizedList<Item> => {
  let remaining = all;

  const leaveOut = (size: number): boolean => {
    let isShorter = false;
    let end = remaining.length;
    while (end > 0 && !isTimeUp()) {
      const start = Math.max(0, end - size);
      const used = attempt([...remaining.slice(0, start), ...remaining.slice(end)]);
      if (used) {
        remaining = used;
        isShorter = true;
      }
      end = Math.min(start, remaining.length);
    }
    return isShorter;
  };

  for (let size = Math.ceil(remaining.length / 2); size > 1; size = Math.ceil(size / 2)) leaveOut(size);
  while (remaining.length > 0 && leaveOut(1));
  return { remaining, isMinimal: !isTimeUp() };
};
