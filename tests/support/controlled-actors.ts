import {
  type AnyEventObject,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
  fromCallback,
  fromPromise,
  StateMachine,
} from 'xstate';

/** A port call of the machine that has no response yet. */
export type PendingCall = {
  readonly id: string;
  readonly input: unknown;
  resolve(output: unknown): void;
  reject(error: unknown): void;
  open: boolean;
};
/** A listener or a child machine that runs while its state lasts. */
export type Companion = {
  readonly id: string;
  readonly input: unknown;
  readonly received: EventObject[];
  send(event: EventObject): void;
  /** Crashes, as a defect would. */
  crash(error: unknown): void;
  open: boolean;
};

const candidates = ({ source, eventType }: AnyTransitionDefinition): readonly unknown[] =>
  (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];

/** Names a transition the same way on every copy of a machine. */
export const transitionKey = (transition: AnyTransitionDefinition): string => {
  const { source, eventType, guard, target } = transition;
  const rank = candidates(transition).indexOf(transition);
  const guardName = typeof guard === 'object' && 'type' in guard ? guard.type : typeof guard === 'string' ? guard : '';
  const to = target?.map(({ id }) => id).join(' + ') ?? '(stays)';
  return `${source.id} ── ${eventType || 'always'} #${rank}${guardName && ` [${guardName}]`} ──▶ ${to}`;
};

const CRASH = 'test.crash';

type Copies = { machine: AnyStateMachine; calls: PendingCall[]; companions: Companion[] };

const sourcesOf = (machine: AnyStateMachine, ids: ReadonlySet<string>): ReadonlySet<string> => {
  const sources = new Set(ids);
  const walk = (node: AnyStateMachine['root']): void => {
    for (const { id, src } of node.invoke) if (ids.has(id) && typeof src === 'string') sources.add(src);
    for (const child of Object.values(node.states)) walk(child);
  };
  walk(machine.root);
  return sources;
};

/** A copy of the machine whose actors the test controls. Child machines become companions. */
export const withControlledActors = (machine: AnyStateMachine, companionIds: readonly string[]): Copies => {
  const calls: PendingCall[] = [];
  const companions: Companion[] = [];
  const listening = sourcesOf(machine, new Set(companionIds));
  const portCall = fromPromise<unknown, unknown>(
    ({ input, self, signal }) =>
      new Promise((resolve, reject) => {
        const call: PendingCall = { id: self.id, input, open: true, resolve, reject };
        signal.addEventListener('abort', () => {
          call.open = false;
        });
        calls.push(call);
      }),
  );
  const companion = fromCallback<EventObject, unknown>(({ input, self, sendBack, receive }) => {
    const crash = (error: unknown): void => {
      const event: AnyEventObject = { type: CRASH, error };
      self.send(event);
    };
    const running: Companion = { id: self.id, input, open: true, received: [], send: sendBack, crash };
    companions.push(running);
    receive((event) => {
      if (event.type === CRASH && 'error' in event) throw event.error;
      running.received.push(event);
    });
    return () => {
      running.open = false;
    };
  });
  const actors = Object.fromEntries(
    Object.entries(machine.implementations.actors).map(([name, logic]) => [
      name,
      logic instanceof StateMachine || listening.has(name) ? companion : portCall,
    ]),
  );
  return { machine: machine.provide({ actors }), calls, companions };
};
