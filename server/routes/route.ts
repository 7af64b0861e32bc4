import * as v from 'valibot';
import type { AnyEndpoint, WireResultOf } from '../../src/contract/endpoint.ts';
import type { Db } from '../db/database.ts';
import { CODE, type Code, type Denial } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { checkSession, type Session, type SessionCheck, type SessionRead } from '../users/session-store.ts';

/**
 * One validated call. `now`: server time of the whole call. `header` returns '' for a missing header. `priceChangeMinor`: what the
 * sandbox adds to each item price of this browser, in US cents; else 0.
 */
export type Call<Input> = {
  readonly context: AppContext;
  readonly input: Input;
  readonly now: Date;
  readonly ip: string;
  readonly clientId: string;
  readonly requestId: string;
  readonly traceId: string;
  readonly header: (name: string) => string;
  readonly priceChangeMinor: number;
};

/** A refusal is a response, not an exception: HTTP 200 with a code (HTTP 403 for a blocked account). */
export type Refusal = {
  readonly kind: 'refusal';
  readonly code: Code;
  readonly msg: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Success<Result> = {
  readonly kind: 'success';
  readonly result: Result;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request names an id for which the player has no row, and the result leaves it out. */
  readonly isIncomplete?: boolean;
};

export type Reply<E extends AnyEndpoint> = Success<WireResultOf<E>> | Refusal;

/** Messages by code. Clients that have a translation for the code show the translation instead. */
const MSG: Partial<Record<Code, string>> = {
  [CODE.parameterException]: 'parameter exception',
  [CODE.systemBusy]: 'the system is busy',
  [CODE.illegalToken]: 'illegal token',
  [CODE.forbidden]: 'no permission',
  [CODE.signedOutByServer]: 'signed out by the server',
  [CODE.accountNotFoundLoginName]: 'account does not exist',
  [CODE.accountNotFoundMobile]: 'account does not exist',
  [CODE.accountNotFoundGame]: 'account does not exist',
  [CODE.accountNotFoundEmail]: 'account does not exist',
  [CODE.incorrectPassword]: 'incorrect password',
  [CODE.verificationCodeIncorrect]: 'the verification code is incorrect',
  [CODE.codeTooFrequent]: 'the verification code is obtained too frequently',
  [CODE.loginTooFrequent]: 'too many attempts, please try again later',
  [CODE.serverMaintenance]: 'the server is under maintenance, please try again later',
  [CODE.roleGone]: 'the role no longer exists',
  [CODE.itemGone]: 'the item is no longer on sale',
  [CODE.channelClosed]: 'the payment channel is closed',
  [CODE.priceChanged]: 'the price has changed',
  [CODE.stillProcessing]: 'still processing, please try again',
  [CODE.keyReused]: 'the idempotency key was used for another order',
  [CODE.orderNumberWrong]: 'the payment order number is wrong',
  [CODE.articleMissing]: 'the announcement does not exist',
  [CODE.transitionRefused]: 'the order status does not allow this',
  [CODE.orderOver]: 'the order has ended',
  [CODE.balanceInsufficient]: 'E-point balance is insufficient, please recharge',
};

export const success = <Result>(result: Result, headers?: Readonly<Record<string, string>>): Success<Result> => ({
  kind: 'success',
  result,
  ...(headers && { headers }),
});

export const refusal = (code: Code, more: Partial<Pick<Refusal, 'msg' | 'headers'>> = {}): Refusal => ({
  kind: 'refusal',
  code,
  msg: MSG[code] ?? 'request refused',
  ...more,
});

/** The refusal of a login, code or reset, with `retry-after` if the client has to wait. */
export const refusalOf = ({ code, waitMs }: Pick<Denial, 'code' | 'waitMs'>): Refusal =>
  refusal(code, waitMs > 0 ? { headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) } } : {});

export type Caller = Omit<Call<unknown>, 'input'>;

/** A call whose session has been checked. `check` null: it needs no session. */
type OpenedCall = {
  readonly check: SessionCheck | null;
  /** A body that fails the request schema never reaches the handler. */
  readonly respond: (caller: Caller) => Promise<Success<unknown> | Refusal>;
};

export type Route = {
  readonly endpoint: AnyEndpoint;
  /** Checks the session. Sends at most one statement, plus one per minute for each session. */
  readonly open: (db: Db, token: string, body: object | null, now: Date) => Promise<OpenedCall>;
};

export type InputOf<E extends AnyEndpoint> = v.InferOutput<E['request']>;

const parse = <E extends AnyEndpoint>(endpoint: E, body: object | null) => {
  const request: E['request'] = endpoint.request;
  return v.safeParse(request, body);
};

const REFUSED: OpenedCall['respond'] = async () => refusal(CODE.parameterException);

/** Reads data of a call in the statement that checks its session (users/session-store.ts). */
export type EarlyRead<Data> = (db: Db, token: string, now: Date) => Promise<SessionRead<Data>>;

/**
 * For calls with `needsSession`: the handler never runs without a valid session. `early`: the read for an input, or null. `data`: its
 * result.
 */
export const prefetchRoute = <E extends AnyEndpoint, Data>(
  endpoint: E,
  early: (input: InputOf<E>) => EarlyRead<Data> | null,
  handle: (call: Call<InputOf<E>>, session: Session, data: Data | null) => Promise<Reply<E>>,
): Route => {
  if (!endpoint.needsSession) throw new Error(`${endpoint.path} needs no session: use openRoute`);
  return {
    endpoint,
    open: async (db, token, body, now) => {
      const parsed = parse(endpoint, body);
      const read = parsed.success && early(parsed.output);
      const { check, data } = read
        ? await read(db, token, now)
        : { check: await checkSession(db, token, now), data: null };
      if (!parsed.success || check.kind !== 'valid') return { check, respond: REFUSED };
      return { check, respond: (caller) => handle({ ...caller, input: parsed.output }, check.session, data) };
    },
  };
};

/** Like `prefetchRoute`, for calls that read nothing early. */
export const route = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (call: Call<InputOf<E>>, session: Session) => Promise<Reply<E>>,
): Route => prefetchRoute(endpoint, () => null, handle);

export const openRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (call: Call<InputOf<E>>) => Promise<Reply<E>>,
): Route => {
  if (endpoint.needsSession) throw new Error(`${endpoint.path} needs a session: use route`);
  return {
    endpoint,
    open: async (_db, _token, body) => {
      const parsed = parse(endpoint, body);
      return {
        check: null,
        respond: parsed.success ? (caller) => handle({ ...caller, input: parsed.output }) : REFUSED,
      };
    },
  };
};
