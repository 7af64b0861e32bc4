import type { Hono } from 'hono';
import { HEADER, TOKEN_INVALID_STATUS } from '../../src/contract/headers.ts';
import { bucketsFor, type CallLimits, takeTokens } from '../http/rate-limit.ts';
import { readBody } from '../http/request-body.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import type { AppContext, AppEnv, AppRequest } from '../runtime/context.ts';
import type { SessionCheck } from '../users/session-store.ts';
import { type Refusal, type Route, refusal, refusalOf, type Success } from './route.ts';

const CLIENT_ID = /^[\w.:-]{1,128}$/;

/** A `listed` call returns its total next to its rows. */
const contentOf = (result: unknown, listed: boolean): object =>
  listed && typeof result === 'object' && result !== null ? result : { result };

const respond = (c: AppRequest, reply: Success<unknown> | Refusal, status = 200, listed = false): Response => {
  const code = reply.kind === 'success' ? CODE.ok : reply.code;
  const body =
    reply.kind === 'success'
      ? { code, msg: 'ok', ...contentOf(reply.result, listed) }
      : { code, msg: reply.msg, request_id: c.get('requestId') };
  c.set('code', code);
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...reply.headers },
  });
};

/** The player has no row with the id of the request. The server does not look whether another player has one. */
const UNKNOWN_ID: ReadonlySet<Code> = new Set([
  CODE.accountNotFoundGame,
  CODE.userAuthenticationFailed,
  CODE.roleGone,
  CODE.orderNumberWrong,
]);

const namesUnknownId = (reply: Success<unknown> | Refusal): boolean =>
  reply.kind === 'success' ? reply.isIncomplete === true : UNKNOWN_ID.has(reply.code);

/** The response to an invalid session; null: the session is valid, or the call needs none. */
const rejected = (c: AppRequest, check: SessionCheck | null): Response | null => {
  switch (check?.kind) {
    case undefined:
      return null;
    case 'valid':
      c.set('userId', check.session.userId);
      return null;
    case 'kicked':
      return respond(c, refusal(CODE.signedOutByServer));
    case 'blocked':
      return respond(c, refusal(CODE.forbidden), 403);
    case 'invalid':
      return respond(c, refusal(CODE.illegalToken), TOKEN_INVALID_STATUS);
  }
};

const busy = (c: AppRequest, waitMs: number): Response => respond(c, refusalOf({ code: CODE.systemBusy, waitMs }), 429);

/** Mounts a contract call. Order of checks: session, body, rate, schema. `limits` null: no rate limits. */
export const mountRoute = (
  app: Hono<AppEnv>,
  context: AppContext,
  route: Route,
  limits: CallLimits | null = null,
): void => {
  const { method, path } = route.endpoint;
  app.on(method, path, async (c) => {
    const now = context.clock.now();
    const body = readBody(c);
    const ip = c.get('ip');
    const token = c.req.header(HEADER.token) ?? '';
    const sessions = route.endpoint.needsSession ? limits?.sessions : undefined;
    const sessionWaitMs = sessions?.admit(ip, token, now.getTime()) ?? 0;
    if (sessionWaitMs > 0) return busy(c, sessionWaitMs);
    const opened = await route.open(context.db, token, body, now);
    sessions?.report(token, opened.check?.kind === 'valid');
    const rejection = rejected(c, opened.check);
    if (rejection) return rejection;
    if (body === null) return respond(c, refusal(CODE.parameterException));
    const bucketsOf = () => bucketsFor(path, body, { userId: c.get('userId'), ip });
    const waitMs = limits ? takeTokens(limits.calls, bucketsOf(), now.getTime()) : 0;
    if (waitMs > 0) return busy(c, waitMs);
    const clientId = c.req.header(HEADER.clientId) ?? '';
    const caller = {
      context,
      now,
      ip,
      clientId: CLIENT_ID.test(clientId) ? clientId : '',
      requestId: c.get('requestId'),
      traceId: c.get('traceId'),
      header: (name: string) => c.req.header(name) ?? '',
      priceChangeMinor: c.get('priceChangeMinor') ?? 0,
    };
    const reply = await opened.respond(caller);
    if (c.get('userId') && namesUnknownId(reply)) c.set('unknownId', true);
    return respond(c, reply, 200, route.endpoint.listed);
  });
  app.all(path, () => {
    const body = JSON.stringify({ code: CODE.requestError, msg: 'method not allowed' });
    return new Response(body, {
      status: 405,
      headers: { allow: method, 'content-type': 'application/json; charset=utf-8' },
    });
  });
};
