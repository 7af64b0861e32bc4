const CHECK_MS = 500;

const EXIT_CODES = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143 });

/**
 * npm runs scripts in a shell that does not forward SIGTERM. A script that outlives its shell sends SIGTERM to itself, unless it has received a
 * signal before: a signal to the whole process group ends the shell too. The environment variable is deleted, so only the first call in a
 * process tree has an effect.
 */
export const stopWithNpm = () => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  delete process.env['npm_lifecycle_event'];
  const shell = process.ppid;
  let isOrphan = false;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    // A signal that ended the shell may still be on its way to this process, so the next check decides.
    if (!isOrphan) {
      isOrphan = true;
      return;
    }
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  timer.unref();
  for (const [name, exitCode] of Object.entries(EXIT_CODES)) {
    const signal = /** @type {keyof typeof EXIT_CODES} */ (name);
    process.once(signal, () => {
      clearInterval(timer);
      // Without this listener, the signal would have ended the process.
      if (process.listenerCount(signal) === 0) process.exit(exitCode);
    });
  }
};
