import type { AnyActor, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { shortPath, stateText } from '../replay/run-log.lines.ts';
import { refusalsOf } from '../replay/taken-transition.ts';
import type { Message } from './change.ts';

const MAX_TYPES = 12;

const isPlayerEvent = (type: string): boolean => !type.startsWith('xstate.') && !type.includes('*') && type !== '';

/** The types of the events that the active states wait for, as the machine defines them. */
export const awaitedTypes = ({ _nodes }: AnyMachineSnapshot): readonly string[] => [
  ...new Set(_nodes.flatMap(({ ownEvents }) => ownEvents.filter(isPlayerEvent))),
];

/** Whether a machine takes a transition for an event. A guard that cannot read the event rejects it. */
export const accepts = (snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean => {
  try {
    return snapshot.can(event);
  } catch {
    return false;
  }
};

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const guardError = (snapshot: AnyMachineSnapshot, event: AnyEventObject): string | null => {
  try {
    snapshot.can(event);
    return null;
  } catch (error) {
    return errorText(error);
  }
};

/** Lists the accepted types for a refused message. Types with the same noun are first: the name may be misspelled. */
const listed = (types: readonly string[], refused: string): string => {
  const [noun = ''] = refused.split('.');
  const isNear = (type: string): boolean => type.startsWith(`${noun}.`);
  const nearFirst = [...types.filter(isNear), ...types.filter((type) => !isNear(type))];
  const some = nearFirst.slice(0, MAX_TYPES).join(', ') || 'none';
  return types.length > MAX_TYPES ? `${some} and ${types.length - MAX_TYPES} more` : some;
};

/** Why a machine does not accept a message now; null if it does. */
export const refusalOf = (actor: AnyActor, path: string, event: Message): string | null => {
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
  if (accepts(snapshot, event)) return null;
  const name = shortPath(path);
  const error = guardError(snapshot, event);
  if (error !== null) return `${name} cannot read this "${event.type}": ${error}`;
  const state = stateText(snapshot.value) || 'its only state';
  const guards = refusalsOf(snapshot, event.type).flatMap((one) => one.guards);
  if (guards.length > 0)
    return `${name} rejects "${event.type}" in ${state}: ${guards.map((guard) => `not ${guard}`).join(', ')}.`;
  const acceptedTypes = awaitedTypes(snapshot).filter((type) => accepts(snapshot, { type }));
  return `${name} does not accept "${event.type}" in ${state}. It accepts: ${listed(acceptedTypes, event.type)}.`;
};

/** The error of a machine that has stopped, in words. */
export const failedText = ({ path, error }: { readonly path: string; readonly error: unknown }): string =>
  `${shortPath(path)} stops with an error, because the data does not have the shape that it needs: ${errorText(error)}`;
