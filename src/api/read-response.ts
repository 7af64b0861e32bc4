import { type Failure, type FailureReason, failure } from '../../machines/kernel/failure.ts';
import { type CodeTable, SPECIFIED_CODE } from '../contract/codes.ts';
import type { AnyEndpoint, ResultOf } from '../contract/endpoint.ts';
import { integerIn, parseJson } from '../contract/forms.ts';
import { TOKEN_INVALID_STATUS } from '../contract/headers.ts';
import { formOf, type Oddity, readBodyValue } from '../contract/reading.ts';
import type { BodyText } from './read-body.ts';

/** `body` is null if the status alone determines the outcome. */
export type ReceivedResponse = {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly body: BodyText | null;
  /** The request had a token. */
  readonly hadToken?: boolean;
};

/** `oddities`: what could not be read, for the log; never a value. */
export type Outcome<Result> = { readonly oddities: readonly Oddity[] } & (
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly ends: 'unauthorized' | 'kicked' | null }
);

const LONGEST_MESSAGE = 500;

const failed = (failure: Failure, ends: 'unauthorized' | 'kicked' | null = null): Outcome<never> => ({
  kind: 'failure',
  failure,
  ends,
  oddities: [],
});

const protocolError = (oddity: Omit<Oddity, 'effect'>, more: Partial<Failure> = {}): Outcome<never> => ({
  ...failed(failure('protocolError', more)),
  oddities: [{ ...oddity, effect: 'failed' }],
});

/** HTTP 401 in place of 203 is the usual mistake. Without a token, it refuses the credentials of a login. */
const isSessionOver = ({ needsSession }: AnyEndpoint, { status, hadToken }: ReceivedResponse): boolean =>
  status === TOKEN_INVALID_STATUS || (status === 401 && (needsSession || hadToken === true));

const reasonOfStatus = (status: number): FailureReason => {
  if (status === 401) return 'userAuthenticationFailed';
  if (status === 403) return 'forbidden';
  if (status === 408 || status === 425) return 'requestError';
  return status === 429 || status >= 500 ? 'systemBusy' : 'unknownError';
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const messageOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const text = value
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' ? null : text.slice(0, LONGEST_MESSAGE);
};

const SUCCESS_WORDS = new Set(['success', 'succeed', 'ok', 'true']);

/** The code as text; null for no code; undefined for a value that is no code. Words of success are 0. */
const codeIn = (value: unknown): string | null | undefined => {
  if (value === undefined || value === null || value === '') return null;
  const number = integerIn(value);
  if (number !== undefined) return String(number);
  if (typeof value !== 'string') return value === true ? String(SPECIFIED_CODE.ok) : undefined;
  const word = value.trim();
  return SUCCESS_WORDS.has(word.toLowerCase()) ? String(SPECIFIED_CODE.ok) : word;
};

/** A refusal whose code is a word: it has no number, but the API has refused. */
const WORD_CODE = 1;

const numberOf = (code: string): number => integerIn(code) ?? WORD_CODE;

/** An API may call the result `data`, as in a refusal, and may send the list without an envelope. */
const envelopeOf = (parsed: unknown): Record<string, unknown> | null => {
  if (Array.isArray(parsed)) return { result: parsed };
  return isObject(parsed) ? parsed : null;
};

const resultOf = (envelope: Record<string, unknown>, isSuccess: boolean): unknown => {
  const { result } = envelope;
  const given = result === undefined && isSuccess ? envelope['data'] : result;
  return given === '' || given === false ? undefined : given;
};

/** The value that the schema of the call reads. The total of a list is next to it or one level deeper. */
const contentOf = ({ listed }: AnyEndpoint, envelope: Record<string, unknown>, result: unknown): unknown => {
  if (!listed) return result;
  const inner = isObject(result) ? result['total'] : undefined;
  return { result, total: envelope['total'] ?? inner };
};

/** Reads every response in the same order: 203, other statuses, the form of the body, 20002, the code, the result. */
export const readResponse = <E extends AnyEndpoint>(
  endpoint: E,
  response: ReceivedResponse,
  codes: CodeTable,
): Outcome<ResultOf<E>> => {
  const { status, retryAfterMs, body } = response;
  if (isSessionOver(endpoint, response)) return failed(failure('tokenFailure', { status }), 'unauthorized');
  if (status !== 200) return failed(failure(reasonOfStatus(status), { status, retryAfterMs }));
  if (body?.kind !== 'text') return protocolError({ path: '', wanted: 'a body', got: body?.why ?? 'nothing' });
  const parsed = parseJson(body.text);
  const envelope = envelopeOf(parsed);
  if (!envelope)
    return protocolError({ path: '', wanted: 'an object', got: parsed === undefined ? 'not JSON' : formOf(parsed) });

  const given = envelope['code'];
  const code = codeIn(given);
  if (code === undefined) return protocolError({ path: 'code', wanted: 'a code', got: formOf(given) });
  const msg = messageOf(envelope['msg']);
  const data = envelope['data'] ?? null;
  const isSuccess = code === null || code === String(SPECIFIED_CODE.ok);
  const details = { code: code === null ? -1 : numberOf(code), msg, ...(data !== null && !isSuccess && { data }) };

  const specified = String(SPECIFIED_CODE.signedOutByServer);
  const reason = code === specified ? 'signedOutByServer' : code === null ? undefined : codes[code];
  if (reason === 'signedOutByServer') return failed(failure(reason, details), 'kicked');
  if (reason === 'tokenFailure') return failed(failure(reason, details), 'unauthorized');
  const result = resultOf(envelope, isSuccess);
  if (!isSuccess && (endpoint.strict || !result))
    return failed(failure(reason ?? 'unknownError', { ...details, retryAfterMs }));

  const path = endpoint.listed ? [] : ['result'];
  const read = readBodyValue<E['result']>(endpoint.result, contentOf(endpoint, envelope, result), path);
  if (!read.result.success) {
    const given = isSuccess ? { code: details.code, msg } : {};
    return { ...failed(failure('protocolError', given)), oddities: read.oddities };
  }
  return { kind: 'result', result: read.result.output, oddities: read.oddities };
};
