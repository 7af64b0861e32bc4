import * as v from 'valibot';
import { type Failure, type FailureReason, failure } from '../../machines/kernel/failure.ts';
import { CODE, REASON_OF_CODE } from '../contract/codes.ts';
import type { AnyEndpoint, ResultOf } from '../contract/endpoint.ts';
import { TOKEN_INVALID_STATUS } from '../contract/headers.ts';
import { wireInteger } from '../contract/wire.ts';
import type { BodyText } from './read-body.ts';

/** `body` is null if the status alone determines the outcome. */
export type ReceivedResponse = {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly body: BodyText | null;
};

export type Outcome<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  | {
      readonly kind: 'failure';
      readonly failure: Failure;
      readonly ends: 'unauthorized' | 'kicked' | null;
      /** The path of a protocol error in the body, for the log; never a value. */
      readonly flaw: string | null;
    };

const LONGEST_MESSAGE = 500;

const failed = (
  failure: Failure,
  more: { readonly ends?: 'unauthorized' | 'kicked'; readonly flaw?: string } = {},
): Outcome<never> => ({ kind: 'failure', failure, ends: more.ends ?? null, flaw: more.flaw ?? null });

const protocolError = (flaw: string, more: Partial<Failure> = {}): Outcome<never> =>
  failed(failure('protocolError', more), { flaw });

const reasonOfStatus = (status: number): FailureReason => {
  if (status === 403) return 'forbidden';
  if (status === 429) return 'systemBusy';
  return status >= 500 || status === 408 || status === 425 ? 'requestError' : 'unknownError';
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

const pathOf = (issues: readonly v.BaseIssue<unknown>[]): string =>
  ['result', ...(issues[0]?.path?.map(({ key }) => String(key)) ?? [])].join('.').slice(0, 200);

/** Reads every response in the same order: 203, other statuses, the form of the body, 20002, the code, the result. */
export const readResponse = <E extends AnyEndpoint>(endpoint: E, response: ReceivedResponse): Outcome<ResultOf<E>> => {
  const { status, retryAfterMs, body } = response;
  if (status === TOKEN_INVALID_STATUS) return failed(failure('tokenFailure', { status }), { ends: 'unauthorized' });
  if (status !== 200) return failed(failure(reasonOfStatus(status), { status, retryAfterMs }));
  if (body?.kind !== 'text') return protocolError(body?.why ?? 'no body');
  const parsed = parseJson(body.text);
  if (!isObject(parsed)) return protocolError(parsed === undefined ? 'not JSON' : 'not an object');

  const given = parsed['code'] ?? null;
  const code = given === null ? null : v.safeParse(wireInteger, given);
  if (code && !code.success) return protocolError('code');
  const number = code?.output ?? null;
  const msg = messageOf(parsed['msg']);
  const { result } = parsed;
  const data = parsed['data'] ?? null;
  const details = { code: number ?? -1, msg, ...(data !== null && { data }) };

  if (number === CODE.signedOutByServer) return failed(failure('signedOutByServer', details), { ends: 'kicked' });
  const refused = number !== null && number !== CODE.ok;
  if (refused && (endpoint.reading === 'strict' || !result))
    return failed(failure(REASON_OF_CODE.get(number) ?? 'unknownError', { ...details, retryAfterMs }));
  if (number === CODE.ok && !result && !endpoint.resultOptional) return protocolError('result', details);

  const content = endpoint.listed ? { rows: result, total: parsed['total'] } : result;
  const read = v.safeParse<E['result']>(endpoint.result, content);
  return read.success ? { kind: 'result', result: read.output } : protocolError(pathOf(read.issues));
};
