import type { StateValue } from 'xstate';
import type { Breadcrumb, Breadcrumbs, BrowserActions } from './portal.context.tsx';

const MAX_STEPS = 50;
const MAX_BYTES = 1_500;

const leavesOf = (value: StateValue = {}, path = ''): readonly string[] =>
  typeof value === 'string'
    ? [path + value]
    : Object.entries(value).flatMap(([name, below]) => leavesOf(below, `${path + name}.`));

/** Each state with at most its parent, because the chart has the rest of the path. */
const shown = (leaves: readonly string[]): string => leaves.map((leaf) => leaf.replace(/.*\.(?=.*\.)/, '')).join();

/** The event type from the chart, because a type that the chart does not contain may include an id. */
const named = ({ events }: Breadcrumb[0], type: string): string =>
  events.includes(type) || events.includes(type.replace('.done.', '.error.'))
    ? type
    : (events.find((name) => name.endsWith('*') && type.startsWith(name.slice(0, -1))) ?? '?');

const eventName = ([machine, , , type, isFromPage]: Breadcrumb): string =>
  type === 'xstate.init'
    ? 'init:'
    : (isFromPage ? '*' : '') +
      named(machine, type ?? '').replace(/^xstate\.(after)\.(\w+).*|^xstate\.(\w+)\.actor\./, '$1$3:$2');

type Step = { readonly entry: Breadcrumb; after: readonly string[] | null };

const stepsOf = (entries: readonly Breadcrumb[]): readonly Step[] => {
  const steps: Step[] = [];
  for (const entry of entries) {
    const [, session, value, type] = entry;
    const open = type === null && steps.find((step) => step.entry[1] === session && !step.after);
    if (open) open.after = leavesOf(value);
    if (type !== null) steps.push({ entry, after: null });
  }
  return steps.slice(-MAX_STEPS);
};

const draw = (steps: readonly Step[], total: number): string => {
  const known = new Map<string, readonly string[]>();
  let text = `Breadcrumbs 1 (${steps.length} of ${total})`;
  let previous = '';
  for (const { entry, after } of steps) {
    const [{ id }, session, value] = entry;
    const twins = [...new Set(steps.flatMap((step) => (step.entry[0].id === id ? step.entry[1] : [])))];
    const name = twins.length > 1 ? `${id}.${twins.indexOf(session) + 1}` : id;
    const before = known.get(session);
    const from = before ?? leavesOf(value);
    text += session === previous ? '; ' : `\n${name} `;
    if (!before) text += `[${shown(from)}] `;
    const changed = after ? shown(after.filter((leaf) => !from.includes(leaf))) : '?';
    text += eventName(entry) + (changed && ` > ${changed}`);
    known.set(session, after ?? from);
    previous = session;
  }
  return text;
};

/** The last 50 steps, or as many as fit: names of machines, types of messages and the states that changed, in at most 1,500 ASCII characters. */
export const breadcrumbText = ({ entries, total }: Breadcrumbs): string => {
  let steps = stepsOf(entries);
  let text = draw(steps, total);
  while (text.length > MAX_BYTES) {
    steps = steps.slice(1);
    text = draw(steps, total);
  }
  return text;
};

/** Details of any page for support: the time, the version and the breadcrumbs. The line names are the same in every language. */
export const supportLines = ({
  serverNow,
  appVersion,
  readBreadcrumbs,
}: Pick<BrowserActions, 'serverNow' | 'appVersion' | 'readBreadcrumbs'>): string =>
  `Copied (UTC): ${new Date(serverNow()).toISOString()}\nApp version: ${appVersion}\n${breadcrumbText(readBreadcrumbs())}`;
