import { headersOf } from '../api/credentials.ts';
import { type BodyText, readBody } from '../api/read-body.ts';
import { type Outcome, readResponse } from '../api/read-response.ts';
import type { CodeTable } from '../contract/codes.ts';
import { CONTRACT, type EndpointName } from '../contract/contract.ts';
import type { RequestOf, ResultOf } from '../contract/endpoint.ts';
import { parseJson } from '../contract/forms.ts';
import { HEADER, JSON_HEADERS, MAX_RESPONSE_BYTES } from '../contract/headers.ts';
import type { BuildConfig } from '../platform/build-environment.ts';

type Contract = typeof CONTRACT;

export type Exchange = { readonly request: string; readonly response: string };

export type Answer<Result = unknown> = Exchange & {
  readonly name: EndpointName;
  /** 0: no response. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as it was sent. */
  readonly raw: unknown;
  readonly outcome: Outcome<Result>;
  readonly ms: number;
};

export const resultIn = <Result>({ outcome }: Answer<Result>): Result | null =>
  outcome.kind === 'result' ? outcome.result : null;

export type CheckSetup = {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** The build of the portal that will call this API. */
  readonly config: BuildConfig;
  readonly codes: CodeTable;
  /** Null: only the calls that need no session are checked. */
  readonly player: { readonly account: string; readonly password: string } | null;
  /** Get a real code; empty: not checked. E.164. */
  readonly email: string;
  readonly phone: string;
  /** Origin of the portal, if it differs from that of the API. */
  readonly origin: string;
  /** Places one order and leaves it unpaid. */
  readonly withOrders: boolean;
};

/** All requests together have this time. */
const TIME_MS = 55_000;
const ANSWER_MS = 10_000;
const LONGEST_TEXT = 300;

export class TimeIsUp extends Error {}

/** Sends the calls of the portal with its headers, and reads the responses with its code. */
export const createConversation = ({ url, fetch, codes, config: { version } }: CheckSetup) => {
  const secrets = new Set<string>();
  const end = AbortSignal.timeout(TIME_MS);
  const clientId = crypto.randomUUID();
  const state = { token: '', accountId: '', gameId: '', userId: '' };

  const masked = (text: string): string => {
    let plain = text;
    for (const secret of secrets) plain = plain.replaceAll(secret, '***');
    return plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)}…` : plain;
  };

  /** A request of the browser, such as a preflight. */
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    if (end.aborted) throw new TimeIsUp();
    const signal = AbortSignal.any([end, AbortSignal.timeout(ANSWER_MS)]);
    const since = performance.now();
    const request = masked(`${method} ${path}${body === undefined ? '' : ` ${body}`}`);
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body !== undefined && { body }),
      });
      const read = await readBody(response.body, MAX_RESPONSE_BYTES, signal);
      const text = read.kind === 'text' ? read.text : '';
      const ms = performance.now() - since;
      return { request, status: response.status, headers: response.headers, read, text, ms };
    } catch (error) {
      if (end.aborted) throw new TimeIsUp();
      const thrown = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const cause = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
      const text = signal.aborted ? `no response in ${ANSWER_MS / 1_000} s` : String(cause);
      const read: BodyText = { kind: 'text', text: '' };
      return { request, status: 0, headers: new Headers(), read, text, ms: performance.now() - since };
    }
  };

  const ask = async <Name extends EndpointName>(
    name: Name,
    body: RequestOf<Contract[Name]>,
    { token = state.token, more = {} }: { readonly token?: string; readonly more?: Record<string, string> } = {},
  ): Promise<Answer<ResultOf<Contract[Name]>>> => {
    const endpoint = CONTRACT[name];
    const headers = { ...JSON_HEADERS, ...headersOf({ epoch: 0, clientId, ...state, token }, version), ...more };
    const sent = await send(
      endpoint.method,
      endpoint.path,
      headers,
      endpoint.method === 'POST' ? JSON.stringify(body) : undefined,
    );
    const received = { status: sent.status, retryAfterMs: null, body: sent.read, hadToken: token !== '' };
    const raw = parseJson(sent.text);
    const given = Reflect.get(Object(Reflect.get(Object(raw), 'result')), HEADER.token);
    if (typeof given === 'string' && given.length > 3) secrets.add(given);
    const outcome = readResponse(endpoint, received, codes) as Outcome<ResultOf<Contract[Name]>>;
    const response = `${sent.status === 0 ? '' : `HTTP ${sent.status} `}${masked(sent.text)}`.trim();
    return { ...sent, name, raw, outcome, response };
  };

  return {
    ask,
    send,
    state,
    masked,
    /** A text that no line of the report may show. */
    hide: (text: string): void => void (text.length > 3 && secrets.add(text)),
  };
};

export type Conversation = ReturnType<typeof createConversation>;
