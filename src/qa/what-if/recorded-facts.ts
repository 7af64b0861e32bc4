import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { type ExternalEvent, openRerun } from '../replay/rerun.ts';
import { accepts } from './acceptance.ts';
import { createRouter, isSameUrl, reportedUrl } from './router.ts';

/** What an external event meant when it was recorded. */
export type RecordedFact = {
  /** Its receiver took a transition. */
  readonly isAccepted: boolean;
  /** The browser reported the URL to which the portal had sent it. */
  readonly isNavigated: boolean;
};

/** The facts of all external events of a page load. `inert`: see `inertMachine`. */
export const recordedFacts = (inert: AnyStateMachine, inputs: readonly ExternalEvent[]): readonly RecordedFact[] => {
  const rerun = openRerun(inert, { startAt: 0 });
  const router = createRouter(rerun);
  rerun.start();
  const facts = inputs.map((input) => {
    const snapshot = rerun.actorAt(input.to)?.actor.getSnapshot() as AnyMachineSnapshot | undefined;
    const url = input.from === null ? reportedUrl(input.event) : null;
    const pending = router.pending();
    const fact = {
      isAccepted: snapshot !== undefined && accepts(snapshot, input.event),
      isNavigated: url !== null && pending !== null && isSameUrl(url, pending.url),
    };
    rerun.apply(input);
    return fact;
  });
  rerun.stop();
  return facts;
};
