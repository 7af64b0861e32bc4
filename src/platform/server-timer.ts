import { onWake, type Tab } from './page-lifecycle.ts';
import type { ServerClock } from './server-clock.ts';

const LONGEST_TIMER_MS = 2_147_000_000;

/** Calls `onReached` once when the server time reaches `at` (epoch ms). Checks again when the tab wakes up or the clock is set. */
export const startServerTimer = (browser: Tab, clock: ServerClock, at: number, onReached: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const stops: (() => void)[] = [];
  const stop = () => {
    over = true;
    clearTimeout(timer);
    for (const end of stops) end();
  };
  const check = () => {
    if (over) return;
    clearTimeout(timer);
    const left = at - clock.now();
    if (left > 0) {
      timer = setTimeout(check, Math.min(left, LONGEST_TIMER_MS));
      return;
    }
    stop();
    onReached();
  };
  stops.push(onWake(browser, check), clock.onAdopted(check));
  check();
  return stop;
};
