import { createFetch } from 'ofetch';
import { failure } from '../../machines/kernel/failure.ts';
import type { CodeTable } from '../contract/codes.ts';
import type { AnyEndpoint, RequestOf, ResultOf } from '../contract/endpoint.ts';
import {
  JSON_HEADERS,
  MAX_RESPONSE_BYTES,
  NO_RESPONSE_STATUS,
  REQUEST_TIMEOUT_MS,
  TRACE_HEADER,
} from '../contract/headers.ts';
import type { Oddity } from '../contract/reading.ts';
import { type Credentials, FETCH_OPTIONS, headersOf } from './credentials.ts';
import { readBody } from './read-body.ts';
import { type Outcome, type ReceivedResponse, readResponse } from './read-response.ts';

/** What went wrong and where; never contains a header, a value or a secret. */
export type ApiLogLine =
  | {
      /**
       * `balances-differ`: the two balance calls disagree. `status-refused`: the order chart does not allow this status after the
       * known one. `pay-url-refused`: the portal may not open the payment URL of an order.
       */
      readonly event: 'balances-differ' | 'status-refused' | 'pay-url-refused';
      readonly call: string;
      readonly path: string;
      readonly detail: string;
    }
  /** A value that could not be read, once for each cause. `field`: its place in the body, as sent. */
  | ({ readonly event: 'unreadable'; readonly call: string; readonly path: string; readonly field: string } & Pick<
      Oddity,
      'wanted' | 'got' | 'effect'
    >);

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Milliseconds for headers and body together; 60 s by default. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTTP 203 and code 20002 only reject the call, and the session of the tab continues. */
  readonly silent?: boolean;
};

export type ApiClientSetup = {
  /** Origin of the API, without a trailing slash; empty for the origin of the page. */
  readonly baseUrl: string;
  readonly version: string;
  readonly credentials: () => Credentials;
  /** HTTP 203, at most once for each session epoch. */
  readonly onUnauthorized: () => void;
  /** Body code 20002, at most once for each session epoch. */
  readonly onKicked: () => void;
  readonly fetch: typeof globalThis.fetch;
  readonly isOnline: () => boolean;
  /** Server time in epoch ms, for a Retry-After that is a date. */
  readonly now: () => number;
  readonly log: (line: ApiLogLine) => void;
  readonly codes: CodeTable;
};

/** One signal for the whole call, headers and body: aborted by the caller or after `timeoutMs`. */
const startCallDeadline = (timeoutMs: number, caller: AbortSignal | undefined) => {
  const controller = new AbortController();
  let passed = false;
  const timer = setTimeout(() => {
    passed = true;
    controller.abort();
  }, timeoutMs);
  const onCallerAbort = () => controller.abort();
  if (caller?.aborted) onCallerAbort();
  caller?.addEventListener('abort', onCallerAbort);
  return {
    signal: controller.signal,
    hasPassed: (): boolean => passed,
    release: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCallerAbort);
    },
  };
};

const LONGEST_MS = 600_000;

const SECONDS = /^\d+(?:\.\d+)?$/;
/** An asctime date has no zone. All dates of HTTP are UTC. */
const ASCTIME = /^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;
/** Begins with the name of a day, or is an ISO date. `Date.parse` would also take `-5` for a date. */
const DATE = /^(?:[A-Za-z]{3,9},? |\d{4}-\d\d-\d\dT)/;

const readDate = (text: string): number => {
  if (!DATE.test(text)) return Number.NaN;
  return Date.parse(ASCTIME.test(text) ? `${text} GMT` : text);
};

/**
 * Converts a Retry-After header (seconds or a date) to milliseconds; at most ten minutes. A date counts from `date`, the Date header of
 * the same response. Without one, as on another origin that does not expose it, it counts from `now`, the server's time in epoch ms.
 */
export const readRetryAfter = (header: string | null, date: string | null, now: number): number | null => {
  const text = header?.trim() ?? '';
  const sent = readDate(date?.trim() ?? '');
  const wait = SECONDS.test(text) ? Number(text) * 1_000 : readDate(text) - (Number.isFinite(sent) ? sent : now);
  return Number.isNaN(wait) ? null : Math.min(Math.max(Math.round(wait), 0), LONGEST_MS);
};

/** A `fetch` that starts a W3C trace with each request. `newId`: a UUID. */
export const withTrace = (fetch: ApiClientSetup['fetch'], newId: () => string): ApiClientSetup['fetch'] => {
  const hex = (from: number) => newId().replaceAll('-', '').slice(from);
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(TRACE_HEADER, `00-${hex(0)}-${hex(16)}-01`);
    return fetch(input, { ...init, headers });
  };
};

/** Calls reject with a `Failure` only. A response to a request of an earlier session rejects without any other effect. */
export const createApiClient = (setup: ApiClientSetup) => {
  const send = createFetch({ fetch: setup.fetch, Headers, AbortController });
  let endedEpoch = -1;

  const request = async (
    endpoint: AnyEndpoint,
    body: unknown,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> => {
    const response = await send.raw(`${setup.baseUrl}${endpoint.path}`, {
      method: endpoint.method,
      headers,
      ...(endpoint.method === 'POST' && { body: JSON.stringify(body) }),
      signal,
      responseType: 'stream',
      ignoreResponseError: true,
      retry: false,
      ...FETCH_OPTIONS,
    });
    const { status, headers: received } = response;
    const retryAfterMs = readRetryAfter(received.get('retry-after'), received.get('date'), setup.now());
    if (status === 200) {
      return { status, retryAfterMs, body: await readBody(response.body, MAX_RESPONSE_BYTES, signal) };
    }
    response.body?.cancel().catch(() => {});
    return { status, retryAfterMs, body: null };
  };

  const reported = new Set<string>();

  /** Rows of a list with the same oddity have the same cause. */
  const report = ({ id: call, path }: AnyEndpoint, { oddities }: Outcome<unknown>) => {
    for (const { path: field, wanted, got, effect } of oddities) {
      const cause = [path, field.replaceAll(/\b\d+\b/g, '#'), wanted, got].join('|');
      if (reported.has(cause)) continue;
      reported.add(cause);
      setup.log({ event: 'unreadable', call, path, field, wanted, got, effect });
    }
  };

  const announce = (ends: 'unauthorized' | 'kicked', epoch: number) => {
    if (epoch === endedEpoch) return;
    endedEpoch = epoch;
    if (ends === 'kicked') setup.onKicked();
    else setup.onUnauthorized();
  };

  const call = async <E extends AnyEndpoint>(
    endpoint: E,
    body: RequestOf<E>,
    options: CallOptions = {},
  ): Promise<ResultOf<E>> => {
    const who = setup.credentials();
    const headers = { ...JSON_HEADERS, ...headersOf(who, setup.version), ...options.headers };
    const deadline = startCallDeadline(options.timeoutMs ?? REQUEST_TIMEOUT_MS, options.signal);
    const startedOffline = !setup.isOnline();
    let response: ReceivedResponse;
    try {
      response = await request(endpoint, body, headers, deadline.signal);
    } catch {
      const offline = startedOffline && !setup.isOnline();
      const reason = deadline.hasPassed() ? 'timedOut' : offline ? 'offline' : 'requestError';
      throw failure(reason, { status: NO_RESPONSE_STATUS });
    } finally {
      deadline.release();
    }
    const outcome = readResponse(endpoint, { ...response, hadToken: who.token !== '' }, setup.codes);
    const now = setup.credentials();
    if (now.epoch !== who.epoch && endpoint.needsSession) throw failure('tokenFailure', { status: response.status });
    report(endpoint, outcome);
    if (outcome.kind === 'result') return outcome.result;
    if (outcome.ends && !options.silent && now.token === who.token) announce(outcome.ends, who.epoch);
    throw outcome.failure;
  };

  return { call };
};

export type ApiClient = ReturnType<typeof createApiClient>;
