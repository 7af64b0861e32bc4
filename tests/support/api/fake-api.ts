import declared from '../../../server/runtime/codes.json' with { type: 'json' };
import { readCodeTable } from '../../../src/contract/codes.ts';
import { articleSample } from '../../../src/contract/content.contract.ts';
import { CONTRACT, ENDPOINT_NAMES, type EndpointName, SAMPLE_IDS, SAMPLES } from '../../../src/contract/contract.ts';
import type { AnyEndpoint, NamedIds, Sample } from '../../../src/contract/endpoint.ts';
import { orderRowSample, orderWebProductSample } from '../../../src/contract/order.contract.ts';
import { userInfoSample, userWebRoleSample } from '../../../src/contract/user.contract.ts';

export type WireSample = {
  readonly endpoint: AnyEndpoint;
  readonly names: Sample<AnyEndpoint>['names'];
  readonly requestFor: (ids: NamedIds) => object;
  readonly request: object;
  readonly result: unknown;
  readonly required: readonly string[];
};

const wireSample = (name: EndpointName): WireSample => {
  const sample: Sample<AnyEndpoint> = SAMPLES[`${name}Sample`];
  const { names, result, required = [] } = sample;
  const requestFor = (ids: NamedIds): object =>
    Object(sample.names === 'nothing' ? sample.request : sample.request(ids));
  return { endpoint: CONTRACT[name], names, requestFor, request: requestFor(SAMPLE_IDS), result, required };
};

export const WIRE_SAMPLES: readonly WireSample[] = ENDPOINT_NAMES.map(wireSample);

export const { token: TOKEN } = userInfoSample.result;
export const { result: SERVERS } = userWebRoleSample;
export const { result: ITEMS } = orderWebProductSample;
export const ORDER_ROW = orderRowSample;
export const ARTICLE_ROW = articleSample;

/** The complete body of a sample, as a server sends it. */
export const bodyOf = ({ endpoint, result }: WireSample): object => ({
  code: 0,
  ...(endpoint.listed ? Object(result) : { result }),
});

export const sampleOf = (path: string): WireSample => {
  const sample = WIRE_SAMPLES.find(({ endpoint }) => endpoint.path === path);
  if (!sample) throw new Error(`no sample answer of ${path}`);
  return sample;
};

/** The codes of the reference server, as its portal reads them. */
export const REFERENCE_CODES = readCodeTable(declared);

export type SeenRequest = {
  readonly path: string;
  readonly method: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

/** An object is sent as JSON; a Response as it is; a function is called for each request. */
export type Reply =
  | object
  | Response
  | ((request: SeenRequest, signal: AbortSignal) => Promise<object | Response> | object | Response);

const toResponse = (reply: object | Response): Response =>
  reply instanceof Response
    ? reply
    : new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } });

/** Rows on the first page of a list; the pages after it are empty. */
export const firstPage =
  (...rows: readonly object[]) =>
  ({ body }: SeenRequest): object => ({
    code: 0,
    result: Reflect.get(Object(body), 'page') === 1 ? rows : [],
  });

/** Never resolves; rejects when the request is aborted, like a server that does not respond. */
export const stall = (_: SeenRequest, signal: AbortSignal): Promise<Response> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

export const unreachable = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'));

/** An API in memory: complete sample responses, which tests replace by path; records every request. */
export const createFakeApi = () => {
  const replies = new Map<string, Reply[]>();
  const seen: SeenRequest[] = [];

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'https://portal.example');
    const request: SeenRequest = {
      path: url.pathname,
      method: init?.method ?? 'GET',
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      headers: Object.fromEntries(new Headers(init?.headers)),
    };
    seen.push(request);
    const queue = replies.get(request.path) ?? [];
    const reply = (queue.length > 1 ? queue.shift() : queue[0]) ?? bodyOf(sampleOf(request.path));
    const signal = init?.signal ?? new AbortController().signal;
    return toResponse(typeof reply === 'function' ? await reply(request, signal) : reply);
  };

  return {
    fetch,
    seen,
    to: (path: string) => seen.filter((request) => request.path === path),
    /** Several replies are returned in order; the last one is repeated. */
    reply: (path: string, ...with_: readonly Reply[]) => {
      replies.set(path, [...with_]);
    },
  };
};

export type FakeApi = ReturnType<typeof createFakeApi>;
