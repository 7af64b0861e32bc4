import type { FirstCall } from '../platform/browser.ts';

type Fetch = typeof globalThis.fetch;

export type FirstCallsSetup = {
  /** Requests that the page sent before its code was loaded. */
  readonly calls: readonly FirstCall[];
  /** Reaches the network. */
  readonly fetch: Fetch;
  /** Milliseconds since the page was opened. */
  readonly now: () => number;
};

const FRESH_MS = 10_000;

const isSame = (call: FirstCall, url: unknown, init: RequestInit | undefined): boolean => {
  const headers = new Headers(init?.headers);
  const names = Object.keys(call.headers);
  return (
    call.url === url &&
    call.method === init?.method &&
    (call.body ?? null) === (init?.body ?? null) &&
    [...headers.keys()].length === names.length &&
    names.every((name) => headers.get(name) === call.headers[name])
  );
};

/** Rejects with the reason of `signal` as soon as it is aborted. */
const unlessAborted = (response: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    response.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });

/** Cancels the response, because a large body that is never read keeps its connection open. */
const discard = ({ response }: FirstCall): void => {
  response.then(({ body }) => body?.cancel()).catch(() => {});
};

/**
 * A `fetch` that reuses each response of the page for the first identical request. Every other request goes to the network, and so does a
 * request whose response is old or failed.
 */
export const reuseFirstCalls = ({ calls, fetch, now }: FirstCallsSetup): Fetch => {
  const unused = new Set(calls);
  return (input, init) => {
    const call = [...unused].find(({ url }) => url === input);
    if (!call) return fetch(input, init);
    unused.delete(call);
    if (!isSame(call, input, init) || now() - call.startedAt > FRESH_MS) {
      discard(call);
      return fetch(input, init);
    }
    return unlessAborted(
      call.response.catch(() => fetch(input, init)),
      init?.signal,
    );
  };
};
