import * as v from 'valibot';
import type { Redactor } from '../redact/redactor.ts';
import { type FlowRun, runSchema } from './flow.file.ts';
import type { Recorded, Recorder } from './recorder.ts';

/** A finished page load of this tab, and the charts it ran on. */
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
  let stored = runs;
  while (stored.length > 0 && JSON.stringify(stored).length > ROOM) stored = stored.slice(1);
  try {
    storage.setItem(KEY, JSON.stringify(stored));
  } catch {
    storage.removeItem(KEY);
  }
};

export type RunStoreParts = {
  /** Path and query of this page load, as the browser has them. */
  readonly address: string;
  readonly recorder: Pick<Recorder, 'recorded'>;
  readonly redactor: Pick<Redactor, 'redactUrl'>;
};

/**
 * The rows of earlier page loads of this tab, because a reload is part of a flow. A page stores its rows when it unloads; without room
 * the oldest page loads are dropped.
 */
export const createRunStore = (browser: Window, { address, recorder, redactor }: RunStoreParts) => {
  const masked = redactor.redactUrl(address);
  let earlier = read(browser.sessionStorage);
  const current = (): PastRun => {
    const { machines, ...run }: Recorded = recorder.recorded();
    return { tab: 'a', address: redactor.redactUrl(masked), ...run, machines };
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
