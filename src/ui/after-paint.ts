/** A hidden page draws no frame, so the task runs after this time at the latest. */
const LONGEST_WAIT_MS = 100;

/**
 * Runs `task` after the next paint, or before the next click or key press if that is earlier, so that the player's actions stay in order.
 * Returns a function that cancels it.
 */
export const afterPaint = (task: () => void): (() => void) => {
  const waiting = new AbortController();
  const { signal } = waiting;
  const run = () => {
    if (signal.aborted) return;
    waiting.abort();
    task();
  };
  for (const type of ['click', 'keydown']) addEventListener(type, run, { capture: true, signal });
  try {
    requestAnimationFrame(() => setTimeout(run));
  } catch {
    // The timer is enough.
  }
  const timer = setTimeout(run, LONGEST_WAIT_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => waiting.abort();
};
