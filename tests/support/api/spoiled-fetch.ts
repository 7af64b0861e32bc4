import { parseJson } from '../../../src/contract/forms.ts';

// biome-ignore lint/suspicious/noExplicitAny: a defect changes any field of any call
type Any = any;

/** A response of the API, before a defect changes it. */
export type Wire = {
  readonly path: string;
  readonly method: string;
  /** The idempotency key of the request; empty without one. */
  readonly key: string;
  readonly headers: Headers;
  status: number;
  body: Any;
};

export type Defect = {
  /** What the API makes of a request. */
  readonly request?: (path: string, asked: Any) => unknown;
  readonly response?: (wire: Wire) => void;
};

/** An API with all of these defects. */
export const spoiledFetch =
  (...defects: readonly Defect[]): typeof fetch =>
  async (input, init = {}) => {
    const path = new URL(String(input)).pathname;
    const given: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const asked = given && defects.reduce((changed, { request }) => request?.(path, changed) ?? changed, given);
    const sent = await fetch(input, { ...init, ...(asked !== undefined && { body: JSON.stringify(asked) }) });
    const responses = defects.flatMap(({ response }) => response ?? []);
    if (responses.length === 0) return sent;
    const text = await sent.text();
    const headers = new Headers(sent.headers);
    for (const name of ['content-length', 'content-encoding']) headers.delete(name);
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    const wire: Wire = { path, method: init.method ?? 'GET', key, headers, status: sent.status, body: parseJson(text) };
    for (const response of responses) response(wire);
    const isText = typeof wire.body === 'string' || wire.body instanceof Uint8Array;
    const content = text === '' ? null : isText ? wire.body : JSON.stringify(wire.body);
    return new Response(content, { status: wire.status, headers });
  };

export const response = (path: string, change: (wire: Wire) => void): Defect => ({
  response: (wire) => {
    if (wire.path.endsWith(path)) change(wire);
  },
});

export const body = (path: string, change: (body: Any) => unknown): Defect =>
  response(path, (wire) => {
    wire.body = change(wire.body);
  });

export const refusal = (path: string, change: (wire: Wire) => void): Defect =>
  response(path, (wire) => {
    if (wire.body.code !== 0) change(wire);
  });

/** Another result of a call, where it has one. */
export const result = (path: string, change: (result: Any) => unknown): Defect =>
  body(path, (given) => (given?.result ? { ...given, result: change(given.result) } : given));

export const rows = (path: string, change: (row: Any) => object): Defect =>
  result(path, (list) => (Array.isArray(list) ? list.map(change) : list));

/** Another meaning of a request. */
export const request = (path: string, change: (asked: Any) => object): Defect => ({
  request: (sent, asked) => (sent.endsWith(path) ? { ...asked, ...change(asked) } : undefined),
});

export const header = (name: string, value: string | null): Defect =>
  response('', ({ headers }) => (value === null ? headers.delete(name) : headers.set(name, value)));

/** A response in place of HTTP 203. */
export const invalid = (status: number, given: unknown = ''): Defect =>
  response('', (wire) => {
    if (wire.status === 203) Object.assign(wire, { status, body: given });
  });

/** A response to the first session after a second login. */
export const replaced = (status: number, code: number): Defect => {
  let logins = 0;
  return response('', (wire) => {
    if (wire.path.endsWith('/login') && wire.body.code === 0) logins += 1;
    if (wire.status === 203 && logins === 2) Object.assign(wire, { status, body: { code, msg: 'x' } });
  });
};

export const secondOrder = (): Defect => {
  const keys = new Set<string>();
  return response('/webCreate', ({ body: { result: made }, key }) => {
    if (key !== '' && keys.has(key)) made.sdk_order_id += '-2';
    keys.add(key);
  });
};

/** The preflight does not allow a header. */
export const withoutHeader = (dropped: string): Defect =>
  response('', ({ headers }) => {
    const name = 'access-control-allow-headers';
    const names = headers
      .get(name)
      ?.split(',')
      .filter((one) => one !== dropped);
    if (names) headers.set(name, names.join(','));
  });
