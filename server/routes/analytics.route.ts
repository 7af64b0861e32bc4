import { createHmac, timingSafeEqual } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import {
  type AnalyticsEvent,
  analyticsEvent,
  MAX_EVENT_BYTES,
  SIGNATURE_FIELD,
  SIGNATURE_TOLERANCE,
  signedText,
} from '../../src/contract/analytics.contract.ts';
import { CODE } from '../../src/contract/codes.ts';
import { sandboxEvents } from '../db/code.schema.ts';
import { createRateLimit, type Rate } from '../http/rate-limit.ts';
import type { AppContext, AppRequest, Mount } from '../kernel/context.ts';

export const ANALYTICS_PATH = '/api/analytics/event';

const NEWEST = 200;

/** Events of one address, behind which there may be many players: each sends a few a page. */
const EVENT_RATE: Rate = { perSecond: 20, burst: 200 };

const signedBy = (fields: Parameters<typeof signedText>[0], key: string): Buffer =>
  createHmac('sha256', key).update(signedText(fields)).digest();

/**
 * The event that the query names, if it was signed with the key within five minutes; else null. In the sandbox `ahead` says how late its
 * browser is.
 */
const signedEvent = ({ req }: AppRequest, { config, clock }: AppContext): string | null => {
  if (config.loggerKey === '') return null;
  const ask = (name: string): string => (req.query(name) ?? '').slice(0, 128);
  const [named, nonce, ts] = [ask('event'), ask('nonce'), ask('ts')];
  const given = Buffer.from(ask(SIGNATURE_FIELD), 'hex');
  const made = signedBy({ event: named, nonce, ts }, config.loggerKey);
  const ahead = config.sandbox ? Number(ask('ahead')) : 0;
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

/** Refuses events without a signature, and too many of one address, before their bodies are read. */
export const mountAnalyticsGate: Mount = (app, context) => {
  const limit = context.config.rateLimits ? createRateLimit() : null;
  app.post(ANALYTICS_PATH, async (c, next) => {
    const waitMs = limit?.(c.get('ip'), EVENT_RATE, context.clock.now().getTime()) ?? 0;
    if (waitMs > 0) return c.body(null, 429, { 'retry-after': String(Math.ceil(waitMs / 1_000)) });
    return signedEvent(c, context) === null ? c.body(null, 401) : next();
  });
};

/**
 * A logger for a portal that has none of its own: counts what it is told, and in the sandbox keeps it for reading. Anyone who has the page
 * has the key: the signature keeps out noise, not people.
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
