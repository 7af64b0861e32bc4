import * as v from 'valibot';
import { parsedJson } from '../redact/plain-copy.ts';
import type { Redactor } from '../redact/redactor.ts';
import { runSchema } from './flow.file.ts';
import type { Recorder } from './recorder.ts';

const KEY = 'qa.runs';
const LOST_KEY = 'qa.runs.lost';
/** Browsers give a tab about 5 MB. */
const ROOM = 3_000_000;

/** The finished page loads of this tab, and the charts they ran on. */
const past = v.array(v.strictObject({ ...runSchema.entries, machines: v.record(v.string(), v.string()) }));

type PastRun = v.InferOutput<typeof past>[number];

const read = (storage: Storage): readonly PastRun[] => {
  const found = v.safeParse(past, parsedJson(storage.getItem(KEY) ?? '[]'));
  return found.success ? found.output : [];
};

const isStored = (storage: Storage, key: string, text: string): boolean => {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
};

/** Drops the oldest page loads until the others fit; returns how many it dropped. */
const write = (storage: Storage, runs: readonly PastRun[]): number => {
  storage.removeItem(KEY);
  for (let dropped = 0; dropped < runs.length; dropped += 1) {
    const text = JSON.stringify(runs.slice(dropped));
    if (text.length <= ROOM && isStored(storage, KEY, text)) return dropped;
  }
  return runs.length;
};

type Parts = {
  /** Path and query of this page load, as the browser has them. */
  readonly address: string;
  readonly recorder: Pick<Recorder, 'recorded'>;
  readonly redactor: Pick<Redactor, 'redactUrl'>;
};

/**
 * The rows of earlier page loads of this tab, because a reload is part of a flow. A page stores its rows when it unloads; if they do not fit, the
 * oldest page loads are dropped.
 */
export const createRunStore = (browser: Window, { address, recorder, redactor }: Parts) => {
  const masked = redactor.redactUrl(address);
  let earlier = read(browser.sessionStorage);
  const current = (): PastRun => {
    const { machines, ...run } = recorder.recorded();
    return { tab: 'a', address: redactor.redactUrl(masked), ...run, machines };
  };
  const all = (): readonly PastRun[] => [...earlier, current()];
  const lost = Number(browser.sessionStorage.getItem(LOST_KEY)) || 0;
  browser.addEventListener('pagehide', () => {
    const dropped = write(browser.sessionStorage, all());
    if (dropped > 0) isStored(browser.sessionStorage, LOST_KEY, String(lost + dropped));
  });
  return {
    all,
    count: (): number => earlier.length + 1,
    /** Earlier page loads of this tab that its storage had no room for. */
    lost: (): number => lost,
    clear: (): void => {
      earlier = [];
      browser.sessionStorage.removeItem(KEY);
      browser.sessionStorage.removeItem(LOST_KEY);
    },
  };
};
