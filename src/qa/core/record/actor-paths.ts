import { type AnyActor, StateMachine } from 'xstate';

/** The logic of an actor may be a machine whose code is not loaded, which throws when it is asked. */
const isMachine = ({ logic }: AnyActor): boolean => {
  try {
    return logic instanceof StateMachine;
  } catch {
    return false;
  }
};

/** Where actors live, by their ids: session ids are counters of a process and differ from run to run. */
export const createActorPaths = () => {
  const paths = new Map<string, string>();
  const births = new Map<string, number>();
  const machines = new Set<string>();

  const pathOf = (actor: AnyActor): string => {
    const known = paths.get(actor.sessionId);
    if (known) return known;
    const base = actor._parent ? `${pathOf(actor._parent as AnyActor)}/${actor.id}` : '$';
    const birth = (births.get(base) ?? 0) + 1;
    births.set(base, birth);
    const path = birth === 1 ? base : `${base}~${birth}`;
    paths.set(actor.sessionId, path);
    if (isMachine(actor)) machines.add(path);
    return path;
  };

  return { pathOf, isMachine: (path: string): boolean => machines.has(path) };
};
