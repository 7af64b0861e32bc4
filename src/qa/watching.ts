import type { ActorOptions, AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate';
import { createInspection } from './inspect/inspection.ts';
import { keptWish } from './inspect/inspection-wish.ts';
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
let root: AnyActorRef | null = null;

rememberTyped(document, redactor.remember);
inspection.open(keptWish(window));

/** One observer on the root actor sees every actor of the portal, from before it starts. */
const observe = (seen: InspectionEvent): void => {
  root ??= seen.actorRef as AnyActorRef;
  recorder.inspect(seen);
  inspection.see(seen);
};

const qa = createPortalQa({
  browser: window,
  redactor,
  recorder,
  inspection,
  store: createRunStore(window, { address, recorder }),
  root: () => root,
});
window.portalQa = qa;

export const watching = {
  options: { inspect: observe, clock: recorder.clock } satisfies ActorOptions<AnyStateMachine>,
  /** Draws the band that says what this page is. */
  begin: async (): Promise<void> => (await import('./bar/bar.entry.tsx')).drawBar(qa),
};
