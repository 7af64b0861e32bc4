import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Hono } from 'hono';
import { bulletinTop, settingWebArticle, settingWebArticleDetail } from '../../src/contract/content.contract.ts';
import { TRACE_HEADER } from '../../src/contract/headers.ts';
import { settingWebHomeConf } from '../../src/contract/setting.contract.ts';
import { userLogin } from '../../src/contract/user.contract.ts';
import { emailPswReset, phonePswReset } from '../../src/contract/verification.contract.ts';
import { isTransientError } from '../db/connection-error.ts';
import { logFailure } from '../db/outage-log.ts';
import { rejectMalformedUrls } from '../http/address-check.ts';
import { createAddressReader } from '../http/client-address.ts';
import { allowOrigins } from '../http/cors.ts';
import { type Capacity, shedLoad } from '../http/load-shedding.ts';
import { mountOperations } from '../http/operation-routes.ts';
import { compressPublicJson } from '../http/public-compression.ts';
import { createCallLimits } from '../http/rate-limit.ts';
import { receiveBodies } from '../http/request-body.ts';
import { securityHeaders, withPresetHeaders } from '../http/security-headers.ts';
import { staticFiles } from '../http/static-files.ts';
import { mountRoute } from '../routes/contract-routes.ts';
import type { Route } from '../routes/route.ts';
import { CODE } from '../runtime/codes.ts';
import type { AppContext, AppEnv, Mount } from '../runtime/context.ts';
import { withoutRedaction } from '../runtime/log.ts';
import { readTraceId, traceIdOf } from '../runtime/trace.ts';

/** `earlyMiddleware`: may reject a request before its body is read. */
export type AppParts = {
  readonly earlyMiddleware?: readonly Mount[];
  readonly routes: readonly Route[];
  readonly middleware: readonly Mount[];
};

/** The load that a pool of 20 connections can serve in time, with a queue of a few seconds. */
const CAPACITY: Capacity = { running: 200, waiting: 100 };

/** Calls that hash passwords have their own queue (password-queue.ts) and take no slots from the others. */
const PASSWORD_CALLS: ReadonlySet<string> = new Set([userLogin.path, emailPswReset.path, phonePswReset.path]);
const PASSWORD_CAPACITY: Capacity = { running: 100, waiting: 1_000 };

/** Content that is the same for every caller. */
const PUBLIC_CONTENT = [settingWebHomeConf, settingWebArticle, settingWebArticleDetail, bulletinTop];

/**
 * Builds the application without listening. Order: request log, headers, CORS, URL check, early middleware, body, load shedding,
 * middleware, contract calls, portal.
 */
export const createApp = (
  context: AppContext,
  { earlyMiddleware = [], routes, middleware }: AppParts,
): Hono<AppEnv> => {
  const { config, log, metrics } = context;
  const app = new Hono<AppEnv>();
  const addressOf = createAddressReader(config.trustedProxies, log);
  const known = new Set<string>(routes.map(({ endpoint }) => endpoint.path));
  /** Only contract paths are logged: any other path is the caller's input. */
  const routeOf = (path: string): string =>
    known.has(path) ? path : (/^\/(?:api|webhooks|cashier|sandbox)\b/.exec(path)?.[0] ?? '/');

  const requestLog = withoutRedaction(log);
  app.use(async (c, next) => {
    const since = performance.now();
    const id = randomUUID();
    const traceId = readTraceId(c.req.header(TRACE_HEADER)) ?? traceIdOf(id);
    c.set('requestId', id);
    c.set('traceId', traceId);
    c.set('ip', addressOf(c));
    c.set('userId', '');
    c.set('code', CODE.ok);
    await withPresetHeaders(c, [['x-request-id', id]], next);
    const ms = performance.now() - since;
    const route = routeOf(c.req.path);
    const { status } = c.res;
    const responseCode = c.get('code');
    metrics.countResponse(route, status, responseCode, ms / 1_000);
    if (!requestLog.isLevelEnabled('info')) return;
    const userId = c.get('userId');
    const line = { requestId: id, traceId, method: c.req.method, route, status, responseCode, ms: Math.round(ms) };
    const unknownId = c.get('unknownId') && { unknownId: true };
    requestLog.info({ ...line, ...(userId && { userId }), ...unknownId }, 'request completed');
  });
  app.use(securityHeaders(config.publicUrl));
  for (const { path } of PUBLIC_CONTENT) app.use(path, compressPublicJson);
  app.use('/api/*', allowOrigins(config.allowedOrigins));

  app.use(rejectMalformedUrls);
  for (const mount of earlyMiddleware) mount(app, context);
  app.use(receiveBodies());
  const onShed = (): void => metrics.count('requests_shed');
  const [passwords, calls] = [shedLoad(PASSWORD_CAPACITY, onShed), shedLoad(CAPACITY, onShed)];
  app.use('/api/*', (c, next) => (PASSWORD_CALLS.has(c.req.path) ? passwords : calls)(c, next));

  for (const mount of [mountOperations, ...middleware]) mount(app, context);
  const limits = config.rateLimits ? createCallLimits() : null;
  for (const route of routes) mountRoute(app, context, route, limits);
  app.use(staticFiles(config.staticDir, config));

  app.notFound((c) => c.json({ code: CODE.requestError, msg: 'not found' }, 404));
  app.onError((error, c) => {
    const isTransient = isTransientError(error);
    const [requestId, traceId] = [c.get('requestId'), c.get('traceId')];
    logFailure(log, error, 'request failed', { requestId, traceId, route: routeOf(c.req.path) });
    c.set('code', CODE.systemBusy);
    return c.json(
      { code: CODE.systemBusy, msg: 'the system is busy', request_id: requestId },
      isTransient ? 503 : 500,
      isTransient ? { 'retry-after': '2' } : {},
    );
  });
  return app;
};
