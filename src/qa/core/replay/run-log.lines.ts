import type { BrokenAt, LoggedMessage } from './run-log.ts';
import type { Refusal, TakenTransition } from './taken-transition.ts';

/** A machine by its path, without the beginning that all paths share. */
export const shortPath = (path: string): string => (path === '$' ? 'portal' : path.replace(/^\$\/(?:signedIn\/)?/, ''));

const activePaths = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const children = Object.entries(value);
  const [only, ...others] = children;
  if (!only || others.length > 0) return children.flatMap(([, child]) => activePaths(child));
  const below = activePaths(only[1]);
  return below.length === 1 ? below.map((path) => `${only[0]}.${path}`) : below;
};

/** A state value as the active states of its regions, without the regions' names. */
export const stateText = (value: unknown): string => activePaths(value).join(' · ');

const withoutMachine = (id: string): string => id.slice(id.indexOf('.') + 1);

/** As a chart writes it: a sibling by its name, a child with a dot before it, any other state by its path. */
const targetText = (source: string, target: string): string => {
  const parent = source.slice(0, source.lastIndexOf('.') + 1);
  if (target.startsWith(`${source}.`)) return target.slice(source.length);
  return parent !== '' && target.startsWith(parent) ? target.slice(parent.length) : withoutMachine(target);
};

/** `lapsed.deciding ── always ──▶ unwatched / reportLapsed (not mayStillArrive)` */
const transitionText = ({ source, event, guard, refused, targets, actions }: TakenTransition): string => {
  const cause = `${event || 'always'}${guard === null ? '' : ` [${guard}]`}`;
  const to = targets.map((target) => targetText(source, target)).join(' + ') || '(stays)';
  const nots = refused.length ? ` (${refused.map((name) => `not ${name}`).join(', ')})` : '';
  const effects = actions.length ? ` / ${actions.join(', ')}` : '';
  return `${withoutMachine(source)} ── ${cause} ──▶ ${to}${effects}${nots}`;
};

/** `following.phase.unpaid ── deadline.reached ──✕ (not isLate)` */
const refusalText = ({ source, event, guards }: Refusal): string =>
  `${withoutMachine(source)} ── ${event} ──✕ (${guards.map((name) => `not ${name}`).join(', ')})`;

export const isAbout = ({ machine, to }: LoggedMessage, word: string): boolean =>
  machine.includes(word) || to.includes(word);

const INDENT = ' '.repeat(13);

const LONGEST_DATA = 80;

/** The data of a message as JSON, if it is short: ` {"step":"item"}`. */
const dataText = (payload: object): string => {
  const { type: _, actorId: __, ...data } = payload as { readonly type: string; readonly actorId?: string };
  const text = JSON.stringify(data);
  return text === '{}' || text.length > LONGEST_DATA ? '' : ` ${text}`;
};

/** A message, the transitions it made its receiver take, and the state it reached. */
export const messageLines = (message: LoggedMessage): readonly string[] => {
  const { at, to, from, event, payload, taken, refused, state } = message;
  const time = `${(at / 1_000).toFixed(3)} s`.padStart(11);
  const sender = from === null ? '' : ` ← ${shortPath(from)}`;
  const isStart = event === 'xstate.init';
  const head = `${time}  ${shortPath(to)}  ${isStart ? 'starts' : event}${sender}${isStart ? '' : dataText(payload)}`;
  if (!isStart && taken.length === 0)
    return [`${head} (no transition)`, ...refused.map((one) => `${INDENT}${refusalText(one)}`)];
  const reached = state === null ? [] : [`${INDENT}⇒ ${stateText(state)}`];
  return [head, ...taken.map((one) => `${INDENT}${transitionText(one)}`), ...reached];
};

/** `✗ rule paid-never-failed: A paid order is never … (row 41, 3.120 s after the start, payment.1 after "order.observed": …)` */
export const brokenLine = ({ id, sentence, problem, path, event, row, at }: BrokenAt): string =>
  `✗ rule ${id}: ${sentence} (row ${row}, ${(at / 1_000).toFixed(3)} s after the start, ${shortPath(path)} after "${event}": ${problem})`;
