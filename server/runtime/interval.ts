/**
 * Calls `run`, which must not reject, at an interval. Skips a call while another one is running. The timer does not keep the process alive.
 * `stop` waits for the running call.
 */
export const repeat = (ms: number, run: () => Promise<unknown>): { readonly stop: () => Promise<void> } => {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = null;
    });
  }, ms);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
