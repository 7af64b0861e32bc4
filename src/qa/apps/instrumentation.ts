import type { ActorOptions, AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import { createInspection } from '../core/inspect/inspection.ts';
import { createInspectorConnector } from '../core/inspect/inspector-line.ts';
import { storedTarget } from '../core/inspect/inspector-target.ts';
import { observeCalls } from '../core/record/http-calls.ts';
import { watchWords } from '../core/record/page-words.ts';
import { createRecorder } from '../core/record/recorder.ts';
import { createRunStore } from '../core/record/run-store.ts';
import { createLabClock } from '../portal/lab/lab.clock.ts';
import { createLabDevice } from '../portal/lab/lab.device.ts';
import { clientIdOf, createLabSandbox } from '../portal/lab/lab.sandbox.ts';
import { scenarioNamed } from '../portal/lab/lab.scenarios.ts';
import { createLab } from '../portal/lab/lab.ts';
import { accountOf, hasTriggered, trackedOrders } from '../portal/lab/portal-probe.ts';
import { createPortalQa, type PortalQa } from './portal-qa.ts';
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

/** Registers text typed into secret fields before any actor receives it. */
const rememberTyped = (document: Document, remember: (secret: string) => void): void => {
  document.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.matches(SECRET_FIELD)) remember(target.value);
    },
    { capture: true },
  );
};

const redactor = createRedactor();
const recorder = createRecorder({ redactor, now: () => Date.now() });
const rules = createLiveRules();
const inspection = createInspection(createInspectorConnector(window), redactor.redact);
const address = window.location.pathname + window.location.search;
/** Read before the portal starts and changes the URL. */
const scenarioName = new URLSearchParams(window.location.search).get('scenario');
let root: AnyActorRef | null = null;

rememberTyped(document, redactor.remember);
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

const qa = createPortalQa({
  lab,
  browser: window,
  redactor,
  recorder,
  rules,
  inspection,
  store: createRunStore(window, { address, recorder: { recorded }, redactor }),
  root: () => root,
  fetch: device.fetch,
});
window.portalQa = qa;

const playing =
  scenarioName === null
    ? null
    : lab.play(scenarioName).catch((error: unknown) => String(error).replace(/^Error: /, ''));

export const actorOptions = { inspect: observe, clock: recorder.clock } satisfies ActorOptions<AnyStateMachine>;

/** Resolves when the scenario in the URL is set up, unless the scenario waits for a trigger. */
export const scenarioReady = async (): Promise<void> => {
  if (!scenarioNamed(scenarioName)?.from) await playing;
};

export const showTestBanner = async (): Promise<void> => {
  (await import('./test-banner/test-banner.view.tsx')).drawTestBanner(qa, playing);
};
