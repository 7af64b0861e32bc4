import { createHmac, timingSafeEqual } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import {
  analyticsEvent,
  MAX_EVENT_BYTES,
  SIGNATURE_FIELD,
  SIGNATURE_TOLERANCE,
  signedText,
} from '../../src/contract/analytics.contract.ts';
import { CODE } from '../../src/contract/codes.ts';
import type { AppContext, AppRequest, Mount } from '../app-context.ts';
import { sandboxEvents } from '../db/code.schema.ts';

export const ANALYTICS_PATH = '/api/analytics/event';

const NEWEST = 200;

const signedBy = (fields: Parameters<typeof signedText>[0], key: string): Buffer =>
  createHmac('sha256', key).update(signedText(fields)).digest();

/** Whether the query was made with the key, for this event, within five minutes. In the sandbox `ahead` tells how late its browser is. */
const isSigned = ({ req }: AppRequest, { config, clock }: AppContext, event: string): boolean => {
  const ask = (name: string): string => (req.query(name) ?? '').slice(0, 128);
  const [named, nonce, ts] = [ask('event'), ask('nonce'), ask('ts')];
  const given = Buffer.from(ask(SIGNATURE_FIELD), 'hex');
  const made = signedBy({ event: named, nonce, ts }, config.loggerKey);
  const ahead = config.sandbox ? Number(ask('ahead')) : 0;
  const away = Math.abs(clock.now().getTime() / 1_000 + ahead - Number(ts));
  return (
    config.loggerKey !== '' &&
    nonce !== '' &&
    named === event &&
    given.length === made.length &&
    timingSafeEqual(given, made) &&
    away <= SIGNATURE_TOLERANCE
  );
};

const readEvent = async ({ req }: AppRequest) => {
  const text = await req.text();
  if (Buffer.byteLength(text) > MAX_EVENT_BYTES) return null;
  try {
    const read = v.safeParse(analyticsEvent, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
};

/**
 * A logger for a portal that has none of its own: counts what it is told, and in the sandbox keeps it for reading. Anyone who has the page
 * has the key: the signature keeps out noise, not people.
 */
export const mountAnalytics: Mount = (app, context) => {
  const { db, config, clock, metrics } = context;

  app.post(ANALYTICS_PATH, async (c) => {
    if (Number(c.req.header('content-length') ?? 0) > MAX_EVENT_BYTES) return c.body(null, 413);
    const event = await readEvent(c);
    if (!event) return c.body(null, 400);
    if (!isSigned(c, context, event.name)) return c.body(null, 401);
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
