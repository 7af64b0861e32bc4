const CHECK_MS = 500;

/**
 * npm runs a script in a shell that does not forward SIGTERM. A script that outlives its shell sends itself the signal. Without npm this
 * does nothing. The environment variable is deleted, so that only the first call in a process and its children has an effect.
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
