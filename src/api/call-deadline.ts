/** One signal for the whole call, headers and body: aborted by the caller or after `timeoutMs`. */
export const startCallDeadline = (timeoutMs: number, caller: AbortSignal | undefined) => {
  const controller = new AbortController();
  let passed = false;
  const timer = setTimeout(() => {
    passed = true;
    controller.abort();
  }, timeoutMs);
  const onCallerAbort = () => controller.abort();
  if (caller?.aborted) onCallerAbort();
  caller?.addEventListener('abort', onCallerAbort);
  return {
    signal: controller.signal,
    hasPassed: (): boolean => passed,
    release: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCallerAbort);
    },
  };
};
