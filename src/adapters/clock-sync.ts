import { failure } from '../../machines/kernel/failure.ts';
import type { ApiClient } from '../api/api-client.ts';
import { settingTime } from '../contract/setting.contract.ts';
import { type ClockSample, DRIFT_MS, type ServerClock } from '../platform/server-clock.ts';

const MAX_SAMPLES = 5;
/** A round trip this short bounds the error well enough; more samples would only cost time. */
const GOOD_ROUND_TRIP_MS = 300;
const TIMEOUT_MS = 10_000;
/** `ts` has whole seconds, so the instant is on average half a second later. */
const HALF_SECOND_MS = 500;

/** `wallMinusMonotonic`: measured when the request was sent, in ms. */
type Sample = ClockSample & { readonly wallMinusMonotonic: number };

const wallMinusMonotonic = (clock: ServerClock): number => clock.now() - clock.offsetMs() - clock.monotonic();

/**
 * Takes up to five samples until one is fast enough and uses the fastest. Rejects if the first sample fails, or if the device slept
 * after each request was sent, because the monotonic clock may stop during sleep.
 */
export const createClockSync = (api: ApiClient, clock: ServerClock) => {
  const measure = async (signal: AbortSignal | undefined): Promise<Sample> => {
    const sentAt = clock.monotonic();
    const before = wallMinusMonotonic(clock);
    const { ts, ts_ms: exact } = await api.call(settingTime, {}, { timeoutMs: TIMEOUT_MS, ...(signal && { signal }) });
    const serverMs = exact ?? ts + HALF_SECOND_MS;
    return { sentAt, receivedAt: clock.monotonic(), serverMs, wallMinusMonotonic: before };
  };

  const sync = async (signal?: AbortSignal): Promise<{ readonly offsetMs: number }> => {
    const samples: Sample[] = [];
    while (samples.length < MAX_SAMPLES) {
      try {
        const sample = await measure(signal);
        samples.push(sample);
        if (sample.receivedAt - sample.sentAt <= GOOD_ROUND_TRIP_MS) break;
      } catch (error) {
        if (samples.length === 0) throw error;
        break;
      }
    }
    const now = wallMinusMonotonic(clock);
    const awake = samples.filter((sample) => Math.abs(now - sample.wallMinusMonotonic) <= DRIFT_MS);
    if (!awake.length) throw failure('timedOut');
    clock.adopt(awake);
    return { offsetMs: clock.offsetMs() };
  };

  let running = false;
  return {
    sync,
    /** Syncs after a jump of the device clock or a sleep. Fails silently, because the next wake-up tries again. */
    repair: () => {
      if (running || !clock.hasDrifted()) return;
      running = true;
      sync()
        .catch(() => {})
        .finally(() => {
          running = false;
        });
    },
  };
};

export type ClockSync = ReturnType<typeof createClockSync>;
