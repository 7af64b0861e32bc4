import { createListeners } from './listeners.ts';

/** One time request. `sentAt`, `receivedAt`: monotonic ms; `serverMs`: the server's time in epoch ms. */
export type ClockSample = { readonly sentAt: number; readonly receivedAt: number; readonly serverMs: number };

/** Monotonic ms that never jump, and the device's own epoch ms, which may. */
export type DeviceClocks = { readonly monotonic: () => number; readonly wall: () => number };

/** A larger difference means that the device clock jumped or the device slept. */
export const DRIFT_MS = 2_000;

const roundTrip = ({ sentAt, receivedAt }: ClockSample): number => receivedAt - sentAt;

export const createServerClock = ({ monotonic, wall }: DeviceClocks) => {
  const listeners = createListeners();
  let startedAt = wall() - monotonic();
  let wallBase = startedAt;
  let set = false;

  const now = () => Math.round(startedAt + monotonic());

  return {
    /** Server time in epoch ms; device time until the first sample. */
    now,
    isSet: (): boolean => set,
    /** Server time minus device time, in ms. */
    offsetMs: () => now() - Math.round(wall()),
    monotonic,
    /** Uses the sample with the shortest round trip and assumes that the server read its clock in the middle of it. */
    adopt: (samples: readonly ClockSample[]): void => {
      const best = samples.toSorted((a, b) => roundTrip(a) - roundTrip(b))[0];
      if (!best) return;
      startedAt = best.serverMs - (best.sentAt + best.receivedAt) / 2;
      wallBase = wall() - monotonic();
      set = true;
      listeners.call();
    },
    /** Whether the device clock jumped, or the device slept, since the last sample. */
    hasDrifted: (): boolean => Math.abs(wall() - monotonic() - wallBase) > DRIFT_MS,
    onAdopted: listeners.add,
  };
};

export type ServerClock = ReturnType<typeof createServerClock>;
