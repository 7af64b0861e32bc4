import type { AnyActorRef } from 'xstate';
import { buildConfig } from '../../platform/build-config.ts';
import type { Inspection } from '../core/inspect/inspection.ts';
import type { InspectorTarget } from '../core/inspect/inspector-target.ts';
import { storedTarget } from '../core/inspect/inspector-target.ts';
import { download } from '../core/record/download.ts';
import { type Flow, writeFlow } from '../core/record/flow.file.ts';
import { mergedFlows } from '../core/record/merged-flow.ts';
import { joinTabs } from '../core/record/other-tabs.ts';
import type { Recorder } from '../core/record/recorder.ts';
import type { RunStore } from '../core/record/run-store.ts';
import type { Redactor } from '../core/redact/redactor.ts';
import type { Lab } from '../portal/lab/lab.ts';
import type { LiveRules } from '../portal/live-rules.ts';

export type QaParts = {
  readonly lab: Lab;
  readonly browser: Window & typeof globalThis;
  readonly redactor: Redactor;
  readonly recorder: Recorder;
  readonly rules: LiveRules;
  readonly inspection: Inspection<InspectorTarget>;
  readonly store: RunStore;
  readonly root: () => AnyActorRef | null;
  /** That of the browser, also while the lab simulates a page without a network. */
  readonly fetch: Window['fetch'];
};

/** The version, and what identifies the files of the build. */
const BUILD = [buildConfig.version, import.meta.env['VITE_BUILD_ID']].filter(Boolean).join('+');

const newName = (): string => `flow ${new Date().toISOString().slice(0, 19)}`;

/** The tools of testers: `window.portalQa` in scripts, the banner in the page. Recording starts with the page. */
export const createPortalQa = (parts: QaParts) => {
  const { lab, browser, redactor, recorder, rules, inspection, store, root, fetch } = parts;
  const recording = (name = 'flow'): Flow => {
    redactor.remember(browser.localStorage.getItem('token') ?? '');
    const runs = store.all();
    return {
      format: 'portal.flow',
      version: 1,
      name,
      build: BUILD,
      locale: browser.document.documentElement.lang,
      machines: Object.assign({}, ...runs.map(({ machines }) => machines)),
      runs: runs.map(({ machines: _, ...run }) => run),
    };
  };
  const tabs = joinTabs(browser, recording);
  /** The recordings of all tabs of this browser, masked by what this tab knows too. */
  const recordingOfTabs = async (name: string): Promise<Flow> => {
    const others = await tabs.others();
    return mergedFlows(
      recording(name),
      others.map((flow) => redactor.again(flow as never) as never),
    );
  };
  return {
    /** Every page load of this tab since `restart`, in the form of a `.flow.json`. */
    recording,
    /** The text of the file. */
    text: (name?: string): string => writeFlow(recording(name)),
    /** Every page load of all tabs of this browser. */
    recordingOfTabs,
    /** Downloads the file of all tabs. */
    save: async (name = newName()): Promise<void> => {
      const text = writeFlow(await recordingOfTabs(name));
      download(browser, { name, ending: '.flow.json', type: 'application/json', text });
    },
    /** Downloads the recording as a page that opens without a server. Resolves with an error message or null. */
    share: async (name = newName()): Promise<string | null> => {
      const { shareReport } = await import('./report/report-page.ts');
      return shareReport({ browser, fetch }, name, writeFlow(await recordingOfTabs(name)));
    },
    /** Deletes the recording and reloads the page, so that the next recording includes the start. */
    restart: (): void => {
      recorder.stop();
      browser.addEventListener('pagehide', store.clear);
      browser.location.reload();
    },
    /** Stops recording; the recording can still be saved. */
    stop: recorder.stop,
    isStopped: recorder.isStopped,
    /** Rows of this page load, how many page loads there are, and how many the tab's storage had no room for. */
    count: () => ({ rows: recorder.count(), pages: store.count(), lost: store.lost() }),
    onChange: recorder.onRow,
    /** The temporal rules that this page load has broken. */
    brokenRules: rules.broken,
    onBrokenRule: rules.onBroken,
    /** Opens or closes an inspector. Call it from a click, or the browser may block the window. */
    inspect: (kind: 'window' | 'frame' | 'off'): void => inspection.open(storedTarget(browser, kind)),
    inspection: inspection.state,
    /** Forces responses, orders and the device. */
    lab,
    /** The portal's root actor; null before it exists. */
    root,
  };
};

export type PortalQa = ReturnType<typeof createPortalQa>;
