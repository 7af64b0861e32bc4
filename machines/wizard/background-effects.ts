import { type CallbackActorLogic, createActor, type EventObject, fromCallback, fromPromise } from 'xstate';

/**
 * Runs each effect on its own: a slow one delays no other, and a failed one does not stop the wizard. `onFailure` names the
 * event that a failed effect sends to the wizard.
 */
export const backgroundEffects = <Effect extends EventObject, Report extends EventObject = never>(
  run: (effect: Effect, signal: AbortSignal) => Promise<void>,
  onFailure: (effect: Effect) => Report | null = () => null,
): CallbackActorLogic<Effect, Record<string, never>> =>
  fromCallback(({ sendBack, receive }) => {
    receive((effect) => {
      const actor = createActor(fromPromise(({ signal }) => run(effect, signal)));
      actor.subscribe({
        error: () => {
          const report = onFailure(effect);
          if (report) sendBack(report);
        },
      });
      actor.start();
    });
  });
