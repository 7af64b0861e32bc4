/** The parts of `window` that know about frames. */
type Frames = Pick<Window, 'requestAnimationFrame' | 'setTimeout'>;

/** A hidden page draws no frames. */
const LONGEST_WAIT_MS = 100;

/** Work that waits until the browser has drawn what changed, or 100 ms. */
export type PaintQueue = {
  /** Runs the waiting work at once, so that work never changes its order, and then makes `run` wait. */
  readonly defer: (run: () => void) => void;
  /** Runs the waiting work at once. */
  readonly flush: () => void;
};

export const createPaintQueue = (frames: Frames): PaintQueue => {
  let waiting: (() => void) | null = null;

  const flush = (): void => {
    const run = waiting;
    waiting = null;
    run?.();
  };

  return {
    flush,
    defer: (run) => {
      flush();
      waiting = run;
      const end = (): void => {
        if (waiting === run) flush();
      };
      frames.requestAnimationFrame(() => frames.setTimeout(end));
      frames.setTimeout(end, LONGEST_WAIT_MS);
    },
  };
};
