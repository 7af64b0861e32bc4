import type { Rerun } from '../replay/rerun.ts';
import type { Message } from './change.ts';

/** A URL to which the portal has sent the browser. */
type Navigation = { readonly url: string; readonly action: 'PUSH' | 'REPLACE' };

type Root = {
  readonly getSnapshot: () => { readonly context: { readonly pendingUrl?: string | null } };
  readonly on: (type: string, handler: (event: { readonly replace?: boolean }) => void) => unknown;
};

const unmasked = (url: string): string => url.replaceAll(/(?:•••|(?:%E2%80%A2){3})\d*/g, '•••');

export const isSameUrl = (one: string, other: string): boolean => unmasked(one) === unmasked(other);

/** The URL of a message in which the browser reports a URL; null for other messages. */
export const reportedUrl = ({ type, path, search, action }: Message): string | null =>
  type === 'url.changed' && typeof path === 'string' && typeof search === 'string' && action !== 'POP'
    ? `${path}${search}`
    : null;

/** Simulates navigation in the browser: tracks the URL to which the portal has sent it. */
export const createRouter = ({ root: actor }: Pick<Rerun, 'root'>) => {
  const root = actor as unknown as Root;
  let action: Navigation['action'] = 'PUSH';
  let ignored: string | null = null;
  root.on('nav', ({ replace }) => {
    action = replace ? 'REPLACE' : 'PUSH';
    ignored = null;
  });
  const pending = (): Navigation | null => {
    const url = root.getSnapshot().context.pendingUrl ?? null;
    return url === null || url === ignored ? null : { url, action };
  };
  return {
    /** The navigation that the browser still has to make; null if there is none. */
    pending,
    /** Ignores the pending navigation. */
    ignore: (): void => {
      ignored = pending()?.url ?? null;
    },
  };
};

export const reportOf = ({ url, action }: Navigation): Message => {
  const [path = '', query] = url.split('?');
  return { type: 'url.changed', path, search: query === undefined ? '' : `?${query}`, action };
};
