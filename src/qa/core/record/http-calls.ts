import { isRecord, type Json, parsedJson } from '../redact/plain-copy.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { HttpCall } from './flow.file.ts';

type Fetch = Window['fetch'];

/** A request that the page sent before its code was loaded. */
type EarlyCall = { readonly url: string; readonly method: string; readonly body?: string } & {
  readonly response: Promise<Response>;
};

type Page = { fetch: Fetch; readonly firstCalls?: readonly EarlyCall[] };

export type SentCall = Pick<HttpCall, 'method' | 'path' | 'sent'>;
export type CallResponse = Pick<HttpCall, 'ms' | 'status' | 'code' | 'body' | 'cut'>;

export type HttpCallParts = {
  /** Where the API begins: paths below other addresses are not recorded. */
  readonly isApi: (url: URL) => boolean;
  readonly origin: string;
  readonly redactor: Pick<Redactor, 'redactBody' | 'redactUrl'>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Called when a request is sent. Returns what adds its response. */
  readonly onCall: (call: SentCall, startedAt: number) => (response: CallResponse) => void;
};

/** Characters of a response that is kept, as it arrives and as it is masked. */
const LONGEST_RESPONSE = 200_000;
const LONGEST_BODY = 8_000;

/** Texts in other languages are most of a catalog, and no machine decides by them. */
const LANGUAGE = /^[a-z]{2,3}-[A-Z]{2}$/;

type Received = Omit<CallResponse, 'ms'>;

const parsed = (text: string): unknown => parsedJson(text, (key, value) => (LANGUAGE.test(key) ? undefined : value));

const codeOf = (body: unknown): number | string | null => {
  const code = isRecord(body) ? body['code'] : null;
  return typeof code === 'number' || typeof code === 'string' ? code : null;
};

const withoutCode = (body: unknown): unknown => {
  if (!isRecord(body)) return body;
  const { code: _, ...rest } = body;
  return rest;
};

/** Reports each call of the API that a page makes, with its masked bodies. The page receives each response unchanged. */
export const observeCalls = (page: Page, { isApi, origin, redactor, now, onCall }: HttpCallParts): void => {
  const { fetch } = page;

  const read = async (response: Response): Promise<Received> => {
    const { status } = response;
    const text = await response.clone().text();
    const whole = text.length > LONGEST_RESPONSE ? undefined : parsed(text);
    const code = codeOf(whole);
    if (whole === undefined) return { status, code, ...(text !== '' && { cut: true as const }) };
    const body: Json = redactor.redactBody(withoutCode(whole));
    return { status, code, ...(JSON.stringify(body).length > LONGEST_BODY ? { cut: true as const } : { body }) };
  };

  const watch = async (url: URL, method: string, sent: unknown, response: Promise<Response>): Promise<void> => {
    const startedAt = now();
    const request = typeof sent === 'string' ? parsed(sent) : undefined;
    const path = redactor.redactUrl(url.pathname + url.search);
    const onResponse = onCall(
      { method, path, ...(request !== undefined && { sent: redactor.redactBody(request) }) },
      startedAt,
    );
    const received = await response.then(read).catch((): Received => ({ status: null, code: null }));
    onResponse({ ms: now() - startedAt, ...received });
  };

  const observe = (address: string, method: string, body: unknown, response: Promise<Response>): void => {
    const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
    if (url && isApi(url)) void watch(url, method, body, response);
  };

  for (const { url, method, body, response } of page.firstCalls ?? []) observe(url, method, body, response);
  page.fetch = (input, init) => {
    const response = fetch.call(page, input, init);
    const [address, method] = input instanceof Request ? [input.url, input.method] : [String(input), 'GET'];
    observe(address, init?.method ?? method, init?.body, response);
    return response;
  };
};
