import type { ActorOptions, AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import { createInspection } from './inspect/inspection.ts';
import { storedTarget } from './inspect/inspector-target.ts';
import { createLabClock } from './lab/lab.clock.ts';
import { createLabDevice } from './lab/lab.device.ts';
import { clientIdOf, createLabSandbox } from './lab/lab.sandbox.ts';
import { scenarioNamed } from './lab/lab.scenarios.ts';
import { createLab } from './lab/lab.ts';
import { accountOf, isMoment, trackedOrders } from './lab/portal-probe.ts';
import { createPortalQa, type PortalQa } from './portal-qa.ts';
import { createRecorder } from './record/recorder.ts';
import { createRunStore } from './record/run-store.ts';
import { createRedactor } from './redact/redactor.ts';
import { rememberTyped } from './typed-secrets.ts';

declare global {
  interface Window {
    /** For testers' scripts and the console. */
    portalQa?: PortalQa;
  }
}

const redactor = createRedactor();
const recorder = createRecorder({ redactor, now: () => Date.now() });
const inspection = createInspection(window, redactor.redact);
const address = window.location.pathname + window.location.search;
/** Read before the portal starts: it soon changes the address. */
const wished = new URLSearchParams(window.location.search).get('scenario');
let root: AnyActorRef | null = null;

rememberTyped(document, redactor.remember);
inspection.open(storedTarget(window));

/** One observer on the root actor sees every actor of the portal, from before it starts. */
const observe = (seen: InspectionEvent): void => {
  root ??= seen.actorRef as AnyActorRef;
  recorder.inspect(seen);
  inspection.see(seen);
  if (seen.type === '@xstate.snapshot') lab.look();
};

/** Before the device: offline, nothing is asked at all. */
const clock = createLabClock(window);
const device = createLabDevice(window);
const lab = createLab({
  sandbox: createLabSandbox({ fetch: device.fetch, clientId: () => clientIdOf(window) }),
  device,
  clock,
  orders: () => trackedOrders(root),
  userId: () => accountOf(root),
  isMoment: (moment) => isMoment(root, moment),
});

const qa = createPortalQa({
  lab,
  browser: window,
  redactor,
  recorder,
  inspection,
  store: createRunStore(window, { address, recorder }),
  root: () => root,
});
window.portalQa = qa;

const playing = wished === null ? null : lab.play(wished);

export const watching = {
  options: { inspect: observe, clock: recorder.clock } satisfies ActorOptions<AnyStateMachine>,
  /** Resolves when what the address asks for is set up, as far as that is possible before the portal starts. */
  ready: async (): Promise<void> => {
    if (!scenarioNamed(wished)?.from) await playing;
  },
  /** Draws the band that says what this page is. */
  begin: async (): Promise<void> => {
    (await import('./bar/bar.entry.tsx')).drawBar(qa, playing);
  },
};
