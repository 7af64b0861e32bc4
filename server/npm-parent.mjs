const CHECK_MS = 500;

/**
 * npm runs scripts in a shell that does not forward SIGTERM. A script that outlives its shell sends SIGTERM to itself. The environment
 * variable is deleted, so only the first call in a process tree has an effect.
 */
export const stopWithNpm = () => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  delete process.env['npm_lifecycle_event'];
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  timer.unref();
};
