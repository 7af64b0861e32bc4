import { TRACE_HEADER } from '../contract/headers.ts';

type Fetch = typeof globalThis.fetch;

/** A `fetch` that starts a W3C trace with each request. `newId`: a UUID. */
export const withTrace = (fetch: Fetch, newId: () => string): Fetch => {
  const hex = (from: number) => newId().replaceAll('-', '').slice(from);
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(TRACE_HEADER, `00-${hex(0)}-${hex(16)}-01`);
    return fetch(input, { ...init, headers });
  };
};
