import type { ActorOptions, AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import { buildConfig } from '../../platform/build-config.ts';
import { createInspection } from '../core/inspect/inspection.ts';
import { createInspectorConnector, storedTarget } from '../core/inspect/inspector-connection.ts';
import { download } from '../core/record/download.ts';
import { type Flow, writeFlow } from '../core/record/flow.file.ts';
import { observeCalls } from '../core/record/http-calls.ts';
import { createRecorder } from '../core/record/recorder.ts';
import { createRunStore } from '../core/record/run-store.ts';
import { watchWords } from '../core/record/shown-pages.ts';
import { joinTabs, mergedFlows } from '../core/record/tabs.ts';
import { createLabClock } from '../portal/lab/lab.clock.ts';
import { createLabDevice } from '../portal/lab/lab.device.ts';
import { clientIdOf, createLabSandbox } from '../portal/lab/lab.sandbox.ts';
import { scenarioNamed } from '../portal/lab/lab.scenarios.ts';
import { accountOf, createLab, hasTriggered, trackedOrders } from '../portal/lab/lab.ts';
import '../portal/allowed-keys.ts';
import { createRedactor } from '../core/redact/redactor.ts';
import { createLiveRules } from '../portal/live-rules.ts';

declare global {
  interface Window {
    /** For the scripts of testers and the console. */
    portalQa?: PortalQa;
  }
}

const SECRET_FIELD =
  'input[type="password"], input[type="tel"], input[type="email"], input[autocomplete~="one-time-code"], input[autocomplete~="username"]';

const redactor = createRedactor();
const recorder = createRecorder({ redactor, now: () => Date.now() });
const rules = createLiveRules();
const inspection = createInspection(createInspectorConnector(window), redactor.redact);
const address = window.location.pathname + window.location.search;
/** Read before the portal starts and changes the URL. */
const scenarioName = new URLSearchParams(window.location.search).get('scenario');
let root: AnyActorRef | null = null;

/** Registers text typed into secret fields before any actor receives it. */
const rememberTyped = ({ target }: Event): void => {
  if (target instanceof HTMLInputElement && target.matches(SECRET_FIELD)) redactor.remember(target.value);
};
document.addEventListener('change', rememberTyped, { capture: true });
inspection.open(storedTarget(window));

/** One observer on the root actor sees every actor of the portal from its start. */
const observe = (seen: InspectionEvent): void => {
  root ??= seen.actorRef as AnyActorRef;
  rules.inspect(seen);
  recorder.inspect(seen);
  inspection.see(seen);
  if (seen.type === '@xstate.snapshot') lab.checkTriggers();
};

/** Created before the device, so that the offline simulation wraps its fetch. */
const clock = createLabClock(window);
const device = createLabDevice(window);
const now = (): number => Date.now();
/** After the clock and the device, so that the bodies are those that the portal gets. */
const observed = { origin: window.location.origin, redactor, now, onCall: recorder.addCall };
observeCalls(window, {
  ...observed,
  isApi: ({ pathname }) => pathname.startsWith('/api/') && !pathname.startsWith('/api/analytics/'),
});
/** What the lab does to an order is a part of the recording: the page may never learn of it. */
const sandbox = { fetch: device.fetch };
observeCalls(sandbox, { ...observed, isApi: ({ pathname }) => pathname.startsWith('/sandbox/orders/') });
const readWords = watchWords(window, recorder.addPage);
/** The words of the last page are part of a recording too. */
const recorded = () => {
  readWords();
  return recorder.recorded();
};
const lab = createLab({
  sandbox: createLabSandbox({ fetch: (...request) => sandbox.fetch(...request), clientId: () => clientIdOf(window) }),
  device,
  clock,
  orders: () => trackedOrders(root),
  userId: () => accountOf(root),
  hasTriggered: (trigger) => hasTriggered(root, trigger),
});

const store = createRunStore(window, { address, recorder: { recorded }, redactor });

/** The version, and what identifies the files of the build. */
const BUILD = [buildConfig.version, import.meta.env['VITE_BUILD_ID']].filter(Boolean).join('+');

const newName = (): string => `flow ${new Date().toISOString().slice(0, 19)}`;

/** Every page load of this tab since `restart`, in the form of a `.flow.json`. */
const recording = (name = 'flow'): Flow => {
  redactor.remember(localStorage.getItem('token') ?? '');
  const runs = store.all();
  return {
    format: 'portal.flow',
    version: 1,
    name,
    build: BUILD,
    locale: document.documentElement.lang,
    machines: Object.assign({}, ...runs.map(({ machines }) => machines)),
    runs: runs.map(({ machines: _, ...run }) => run),
  };
};
const tabs = joinTabs(window, recording);
/** Every page load of all tabs of this browser, masked by what this tab knows too. */
const recordingOfTabs = async (name: string): Promise<Flow> => {
  const others = await tabs.others();
  return mergedFlows(
    recording(name),
    others.map((flow) => redactor.again(flow as never) as never),
  );
};

/** The tools of testers: `window.portalQa` in scripts, the banner in the page. Recording starts with the page. */
export const qa = {
  recording,
  text: (name?: string): string => writeFlow(recording(name)),
  recordingOfTabs,
  /** Downloads the file of all tabs. */
  save: async (name = newName()): Promise<void> => {
    download(name, '.flow.json', 'application/json', writeFlow(await recordingOfTabs(name)));
  },
  /** Downloads the recording as a page that opens without a server. Resolves with an error message or null. */
  share: async (name = newName()): Promise<string | null> => {
    const { shareReport } = await import('./report/report-page.ts');
    return shareReport(device.fetch, name, writeFlow(await recordingOfTabs(name)));
  },
  /** Deletes the recording and reloads the page, so that the next recording includes the start. */
  restart: (): void => {
    recorder.stop();
    window.addEventListener('pagehide', store.clear);
    window.location.reload();
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
  inspect: (kind: 'window' | 'frame' | 'off'): void => inspection.open(storedTarget(window, kind)),
  inspection: inspection.state,
  /** Forces responses, orders and the device. */
  lab,
  /** The portal's root actor; null before it exists. */
  root: () => root,
};

export type PortalQa = typeof qa;

window.portalQa = qa;

export const playing =
  scenarioName === null
    ? null
    : lab.play(scenarioName).catch((error: unknown) => String(error).replace(/^Error: /, ''));

export const actorOptions = { inspect: observe, clock: recorder.clock } satisfies ActorOptions<AnyStateMachine>;

/** Resolves when the scenario in the URL is set up, unless the scenario waits for a trigger. */
export const scenarioReady = async (): Promise<void> => {
  if (!scenarioNamed(scenarioName)?.from) await playing;
};
