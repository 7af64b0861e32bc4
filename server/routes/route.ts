import * as v from 'valibot';
import { CODE, type Code } from '../../src/contract/codes.ts';
import type { AnyEndpoint, WireResultOf } from '../../src/contract/endpoint.ts';
import type { AppContext } from '../kernel/context.ts';
import type { Session } from '../users/session.ts';

/** One validated call. `now`: server time of the whole call. `header` returns '' for a missing header. */
export type Call<Input> = {
  readonly context: AppContext;
  readonly input: Input;
  readonly now: Date;
  readonly ip: string;
  readonly clientId: string;
  readonly requestId: string;
  readonly header: (name: string) => string;
};

/** A refusal is a response, not an exception: HTTP 200 with a code (HTTP 403 for a blocked account). */
export type Refusal = {
  readonly kind: 'refusal';
  readonly code: Code;
  readonly msg: string;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Success<Result> = {
  readonly kind: 'success';
  readonly result: Result;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Reply<E extends AnyEndpoint> = Success<WireResultOf<E>> | Refusal;

/** Messages by code. Clients with a translation for the code show that instead. */
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
  [CODE.orderOver]: 'the order is over',
  [CODE.balanceInsufficient]: 'E-point balance is insufficient, please recharge',
};

export const success = <Result>(result: Result, headers?: Readonly<Record<string, string>>): Success<Result> => ({
  kind: 'success',
  result,
  ...(headers && { headers }),
});

export const refusal = (
  code: Code,
  more: { readonly msg?: string; readonly data?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Refusal => ({ kind: 'refusal', code, msg: MSG[code] ?? 'request refused', ...more });

type Caller = Omit<Call<unknown>, 'input'>;

/** A contract call and its handler. A body that fails the request schema never reaches the handler. */
export type Route = {
  readonly endpoint: AnyEndpoint;
  readonly answer: (caller: Caller, body: unknown, session: Session | null) => Promise<Success<unknown> | Refusal>;
};

type InputOf<E extends AnyEndpoint> = v.InferOutput<E['request']>;

const declare = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (call: Call<InputOf<E>>, session: Session | null) => Promise<Reply<E>>,
): Route => ({
  endpoint,
  answer: async (caller, body, session) => {
    const request: E['request'] = endpoint.request;
    const read = v.safeParse(request, body);
    return read.success ? handle({ ...caller, input: read.output }, session) : refusal(CODE.parameterException);
  },
});

/** For calls with `needsSession`: the handler never runs without a valid session. */
export const route = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (call: Call<InputOf<E>>, session: Session) => Promise<Reply<E>>,
): Route => {
  if (!endpoint.needsSession) throw new Error(`${endpoint.path} needs no session: use openRoute`);
  return declare(endpoint, (call, session) => {
    if (!session) throw new Error(`${endpoint.path} was reached without a session`);
    return handle(call, session);
  });
};

/** For calls without a session. */
export const openRoute = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (call: Call<InputOf<E>>) => Promise<Reply<E>>,
): Route => {
  if (endpoint.needsSession) throw new Error(`${endpoint.path} needs a session: use route`);
  return declare(endpoint, handle);
};
