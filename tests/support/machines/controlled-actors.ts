import {
  type AnyActorRef,
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
export type StubbedChild = {
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

type ActorSystem = AnyActorRef['system'];
type Records = { readonly calls: PendingCall[]; readonly stubbedChildren: StubbedChild[] };

const sourcesOf = (machine: AnyStateMachine, ids: ReadonlySet<string>): ReadonlySet<string> => {
  const sources = new Set(ids);
  const walk = (node: AnyStateMachine['root']): void => {
    for (const { id, src } of node.invoke) if (ids.has(id) && typeof src === 'string') sources.add(src);
    for (const child of Object.values(node.states)) walk(child);
  };
  walk(machine.root);
  return sources;
};

const controlled = (
  machine: AnyStateMachine,
  stubbedIds: readonly string[],
  recordsOf: (system: ActorSystem) => Records,
): AnyStateMachine => {
  const listening = sourcesOf(machine, new Set(stubbedIds));
  const portCall = fromPromise<unknown, unknown>(
    ({ input, self, signal, system }) =>
      new Promise((resolve, reject) => {
        const call: PendingCall = { id: self.id, input, open: true, resolve, reject };
        signal.addEventListener('abort', () => {
          call.open = false;
        });
        recordsOf(system).calls.push(call);
      }),
  );
  const stubbedChild = fromCallback<EventObject, unknown>(({ input, self, sendBack, receive, system }) => {
    const crash = (error: unknown): void => {
      const event: AnyEventObject = { type: CRASH, error };
      self.send(event);
    };
    const running: StubbedChild = { id: self.id, input, open: true, received: [], send: sendBack, crash };
    recordsOf(system).stubbedChildren.push(running);
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
      logic instanceof StateMachine || listening.has(name) ? stubbedChild : portCall,
    ]),
  );
  return machine.provide({ actors });
};

type ControlledCopy = { readonly machine: AnyStateMachine; readonly recordsOf: (system: ActorSystem) => Records };
const copies = new WeakMap<AnyStateMachine, Map<string, ControlledCopy>>();

/**
 * A copy of the machine whose actors the test controls; child machines become stubbed children. `recordsOf` has the calls and children of one
 * root actor. All actors share a copy because copying a machine costs more than running it.
 */
export const controlledCopy = (machine: AnyStateMachine, stubbedIds: readonly string[]): ControlledCopy => {
  const known = copies.get(machine) ?? new Map<string, ControlledCopy>();
  copies.set(machine, known);
  const key = stubbedIds.join();
  const existing = known.get(key);
  if (existing) return existing;
  const records = new WeakMap<ActorSystem, Records>();
  const recordsOf = (system: ActorSystem): Records => {
    const own = records.get(system) ?? { calls: [], stubbedChildren: [] };
    records.set(system, own);
    return own;
  };
  const made = { machine: controlled(machine, stubbedIds, recordsOf), recordsOf };
  known.set(key, made);
  return made;
};
