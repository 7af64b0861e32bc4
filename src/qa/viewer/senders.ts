import { parsedUrl } from '../../ui/parsed-url.ts';

/** Origins that tried to send messages to this page without permission. */
export type SenderGuard = {
  readonly refused: () => string | null;
  readonly subscribe: (listener: () => void) => () => void;
};

type Page = Pick<Window, 'addEventListener' | 'location' | 'document'>;

/** The allowed origins, which the server writes into the page; see `INSPECTOR_ORIGINS`. */
const allowedIn = ({ document }: Page): readonly string[] =>
  document.querySelector('meta[name="inspector-origins"]')?.getAttribute('content')?.split(' ').filter(Boolean) ?? [];

const isInspection = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && /^@(?:xstate|statelyai)\./.test(String(data.type));

/**
 * Stops messages of origins that are not allowed before a receiver gets them: the package's receiver accepts every origin. The page that
 * opened this one counts as refused too: without a permission this page has no opener, so its messages never arrive. `isReceiving`: whether
 * the page has an opener or a parent. Without one it stops nothing, because the Stately inspector that it opens has to answer.
 */
export const guardSenders = (page: Page, isReceiving: boolean): SenderGuard => {
  const { origin, hash } = page.location;
  const allowed = new Set([origin, ...allowedIn(page)]);
  const listeners = new Set<() => void>();
  const { referrer } = page.document;
  const from = parsedUrl(referrer)?.origin ?? origin;
  // An address with a hash is a link to a step of a recording, for example in a ticket.
  let refused = allowed.has(from) || hash !== '' ? null : from;
  page.addEventListener(
    'message',
    (event) => {
      if (!isReceiving || allowed.has(event.origin)) return;
      event.stopImmediatePropagation();
      if (!isInspection(event.data)) return;
      refused = event.origin;
      for (const listener of listeners) listener();
    },
    { capture: true },
  );
  return {
    refused: () => refused,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
