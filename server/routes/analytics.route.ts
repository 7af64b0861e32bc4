import { createHmac, timingSafeEqual } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { type AnalyticsEvent, analyticsEvent, MAX_EVENT_BYTES } from '../../src/contract/analytics.contract.ts';
import { SIGNATURE_FIELD, SIGNATURE_TOLERANCE, signedText } from '../../src/contract/analytics.signature.ts';
import { sandboxEvents } from '../db/schema.ts';
import { createRateLimit, type Rate } from '../http/rate-limit.ts';
import { CODE } from '../runtime/codes.ts';
import type { AppContext, AppRequest, Mount } from '../runtime/context.ts';
import { isStorableJson } from '../runtime/storable-json.ts';

export const ANALYTICS_PATH = '/api/analytics/event';

const NEWEST = 200;

/** Of a query parameter. The longest of the portal is the signature, with 64. */
const MAX_LENGTH = 128;

/** Per address, which many players may share; each sends a few events per page. */
const EVENT_RATE: Rate = { perSecond: 20, burst: 200 };

/**
 * The signed event name from the query; null unless the signature is valid and at most five minutes old, and each parameter is short,
 * well-formed text. In the sandbox `ahead` is the browser's clock offset.
 */
const signedEvent = ({ req }: AppRequest, { config, clock }: AppContext): string | null => {
  if (config.loggerKey === '') return null;
  const param = (name: string): string => req.query(name) ?? '';
  const [named, nonce, ts] = [param('event'), param('nonce'), param('ts')];
  const texts = [named, nonce, ts, param(SIGNATURE_FIELD), param('ahead')];
  if (texts.some((text) => text.length > MAX_LENGTH || !isStorableJson(text))) return null;
  const given = Buffer.from(param(SIGNATURE_FIELD), 'hex');
  const made = createHmac('sha256', config.loggerKey)
    .update(signedText({ event: named, nonce, ts }))
    .digest();
  const ahead = config.sandbox ? Number(param('ahead')) : 0;
  const away = Math.abs(clock.now().getTime() / 1_000 + ahead - Number(ts));
  const isSigned =
    nonce !== '' && given.length === made.length && timingSafeEqual(given, made) && away <= SIGNATURE_TOLERANCE;
  return isSigned ? named : null;
};

const readEvent = (bytes: Uint8Array): AnalyticsEvent | null => {
  try {
    const read = v.safeParse(analyticsEvent, JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
};

/** Rejects unsigned events and too many events per address before their bodies are read. */
export const mountAnalyticsGate: Mount = (app, context) => {
  const limit = context.config.rateLimits ? createRateLimit() : null;
  app.post(ANALYTICS_PATH, async (c, next) => {
    const waitMs = limit?.(c.get('ip'), EVENT_RATE, context.clock.now().getTime()) ?? 0;
    if (waitMs > 0) return c.body(null, 429, { 'retry-after': String(Math.ceil(waitMs / 1_000)) });
    return signedEvent(c, context) === null ? c.body(null, 401) : next();
  });
};

/**
 * Default analytics endpoint: counts events, and stores them in the sandbox. Everyone who has the page has the key, so the signature
 * keeps out noise, not attackers.
 */
export const mountAnalytics: Mount = (app, context) => {
  const { db, config, clock, metrics } = context;

  app.post(ANALYTICS_PATH, async (c) => {
    const body = c.get('body');
    if (!body || body.length > MAX_EVENT_BYTES) return c.body(null, 413);
    const event = readEvent(body);
    if (!event) return c.body(null, 400);
    if (signedEvent(c, context) !== event.name) return c.body(null, 401);
    metrics.count(event.name);
    if (config.sandbox)
      await db.insert(sandboxEvents).values({ visit: event.visit, name: event.name, event, at: clock.now() });
    return c.body(null, 204);
  });

  if (!config.sandbox) return;
  app.get('/sandbox/events', async (c) => {
    const visit = c.req.query('visit') ?? '';
    const rows = await db
      .select({ event: sandboxEvents.event, at: sandboxEvents.at })
      .from(sandboxEvents)
      .where(visit === '' ? undefined : eq(sandboxEvents.visit, visit))
      .orderBy(desc(sandboxEvents.id))
      .limit(NEWEST);
    return c.json({ code: CODE.ok, msg: 'ok', result: rows });
  });
};
