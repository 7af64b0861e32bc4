import type { AnyActor, InspectionEvent, SnapshotFrom } from 'xstate';
import type { submitOrderMachine } from '../../machines/wizard/submit-order.machine.ts';

type Snapshot = SnapshotFrom<typeof submitOrderMachine>;

type Submission = { readonly key: string; readonly isWaiting: boolean; readonly movedAt: number };

type Parts = {
  readonly now: () => number;
  /** A tab knows the outcome of an intent. `orderId` null: there is no order. `isResumed`: a later page load found the outcome. */
  readonly onEnd: (key: string, orderId: string | null, isResumed: boolean) => void;
};

/** The intents that a tab turns into orders. `inspect` belongs to its root actor. */
export const createSubmissions = ({ now, onEnd }: Parts) => {
  const running = new Map<string, Submission>();

  return {
    inspect: (seen: InspectionEvent): void => {
      if (seen.type !== '@xstate.snapshot') return;
      const actor = seen.actorRef as AnyActor;
      if (actor.logic.id !== 'submitOrder') return;
      const snapshot = seen.snapshot as Snapshot;
      const { intent, ticket, resumed } = snapshot.context;
      if (snapshot.status === 'active') {
        const isWaiting = snapshot.matches({ uncertain: 'waiting' });
        running.set(actor.sessionId, { key: intent.key, isWaiting, movedAt: now() });
      } else if (running.delete(actor.sessionId) && snapshot.status === 'done')
        onEnd(intent.key, snapshot.matches('created') ? (ticket?.orderId ?? null) : null, resumed);
    },
    /** Keys of the intents whose outcome the tab claims to be looking for, although nothing has happened for `ms`. */
    idleFor: (ms: number): readonly string[] =>
      [...running.values()].filter((one) => !one.isWaiting && now() - one.movedAt > ms).map(({ key }) => key),
  };
};
