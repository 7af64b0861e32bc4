import * as v from 'valibot';
import { type FlowRun, runSchema } from './flow.file.ts';
import type { Recorded, Recorder } from './recorder.ts';

/** A page load of this tab that is over, and the charts it ran on. */
type PastRun = FlowRun & { readonly machines: Record<string, string> };

const KEY = 'qa.runs';
/** Browsers give a tab about 5 MB. */
const ROOM = 3_000_000;

const past = v.array(v.strictObject({ ...runSchema.entries, machines: v.record(v.string(), v.string()) }));

const read = (storage: Storage): readonly PastRun[] => {
  try {
    const found = v.safeParse(past, JSON.parse(storage.getItem(KEY) ?? '[]'));
    return found.success ? found.output : [];
  } catch {
    return [];
  }
};

const write = (storage: Storage, runs: readonly PastRun[]): void => {
  let kept = runs;
  while (kept.length > 0 && JSON.stringify(kept).length > ROOM) kept = kept.slice(1);
  try {
    storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    storage.removeItem(KEY);
  }
};

/**
 * What earlier page loads of this tab recorded: a reload is part of a flow. A page that is left hands its rows on; the oldest page
 * loads are dropped when there is no room.
 */
export const createRunStore = (browser: Window, own: { readonly address: string; readonly recorder: Recorder }) => {
  let earlier = read(browser.sessionStorage);
  const current = (): PastRun => {
    const { machines, ...run }: Recorded = own.recorder.recorded();
    return { tab: 'a', address: own.address, ...run, machines };
  };
  const all = (): readonly PastRun[] => [...earlier, current()];
  browser.addEventListener('pagehide', () => write(browser.sessionStorage, all()));
  return {
    all,
    count: (): number => earlier.length + 1,
    clear: (): void => {
      earlier = [];
      browser.sessionStorage.removeItem(KEY);
    },
  };
};

export type RunStore = ReturnType<typeof createRunStore>;
