import { type CallbackActorLogic, createActor, type EventObject, fromCallback, fromPromise } from 'xstate';

/**
 * Runs each effect independently: a slow effect does not delay the others, and a failed effect does not stop the wizard. `onFailure`
 * returns the event that a failed effect sends to the wizard, or null.
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
