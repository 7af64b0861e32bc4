/** The parts of `window` that know about frames. */
type Frames = Pick<Window, 'requestAnimationFrame' | 'setTimeout'>;

/** A hidden page draws no frames. */
const LONGEST_WAIT_MS = 100;

/** Calls `run` once, after the browser has drawn what changed, or after 100 ms. */
export const afterPaint = (frames: Frames, run: () => void): void => {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    run();
  };
  frames.requestAnimationFrame(() => frames.setTimeout(once));
  frames.setTimeout(once, LONGEST_WAIT_MS);
};
