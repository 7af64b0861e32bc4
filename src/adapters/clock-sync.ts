import type { ApiClient } from '../api/api-client.ts';
import type { ClockSample, ServerClock } from '../platform/server-clock.ts';

const MOST_SAMPLES = 5;
/** A round trip this short bounds the error well enough; rejectWithFailure on would only cost time. */
const GOOD_ROUND_TRIP_MS = 300;
const TIMEOUT_MS = 10_000;
/** `ts` counts whole seconds: on average the instant lies half a second later. */
const HALF_SECOND_MS = 500;

/** Asks the time until an answer came fast enough, at most five times; the fastest counts. Rejects when no answer came. */
export const createClockSync = (api: Pick<ApiClient, 'settingTime'>, clock: ServerClock) => {
  const measure = async (signal: AbortSignal | undefined): Promise<ClockSample> => {
    const sentAt = clock.monotonic();
    const { ts, ts_ms: exact } = await api.settingTime({}, { timeoutMs: TIMEOUT_MS, ...(signal && { signal }) });
    return { sentAt, receivedAt: clock.monotonic(), serverMs: exact ?? ts + HALF_SECOND_MS };
  };

  const sync = async (signal?: AbortSignal): Promise<{ readonly offsetMs: number }> => {
    const samples: ClockSample[] = [];
    while (samples.length < MOST_SAMPLES) {
      try {
        const sample = await measure(signal);
        samples.push(sample);
        if (sample.receivedAt - sample.sentAt <= GOOD_ROUND_TRIP_MS) break;
      } catch (error) {
        if (samples.length === 0) throw error;
        break;
      }
    }
    clock.adopt(samples);
    return { offsetMs: clock.offsetMs() };
  };

  let running = false;
  return {
    sync,
    /** After a jump of the device clock or a sleep. Fails silently: the next wake-up tries again. */
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
