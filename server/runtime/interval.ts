/** Calls `run` at an interval, never twice at the same time. The process may end meanwhile. `stop` waits for the running call. */
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
