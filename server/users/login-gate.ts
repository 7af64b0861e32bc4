type Waiter = () => void;

/** Runs `job`s of one key one after the other, at most `parallel` in all; 'full' when too many wait already. */
export type Gate = <Result>(key: string, job: () => Promise<Result>) => Promise<Result | 'full'>;

export const createGate = ({ parallel, waiting }: { readonly parallel: number; readonly waiting: number }): Gate => {
  const ends = new Map<string, Promise<unknown>>();
  const queue: Waiter[] = [];
  let inside = 0;
  let outside = 0;

  const enter = async (): Promise<void> => {
    if (inside >= parallel) await new Promise<void>((resolve) => queue.push(resolve));
    else inside += 1;
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else inside -= 1;
  };

  return async (key, job) => {
    if (outside >= waiting) return 'full';
    outside += 1;
    const before = ends.get(key) ?? Promise.resolve();
    const run = async () => {
      await enter();
      try {
        return await job();
      } finally {
        leave();
      }
    };
    const mine = before.then(run, run);
    ends.set(key, mine);
    try {
      return await mine;
    } finally {
      outside -= 1;
      if (ends.get(key) === mine) ends.delete(key);
    }
  };
};
