import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { HEADER } from '../../src/contract/headers.ts';
import type { AppRequest, Mount } from '../app-context.ts';
import { answerInstead, retold } from './fault.answers.ts';
import type { Fault } from './fault.types.ts';
import { takeFault } from './fault-store.ts';

/** A stalled answer is given up by the server after this; a portal does so much earlier. */
const STALL_MS = 120_000;

const HTML = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';

const same = (c: AppRequest, body: string, type = 'application/json'): Response => {
  const headers = new Headers(c.res.headers);
  headers.delete('content-length');
  headers.set('content-type', type);
  return new Response(body, { status: c.res.status, headers });
};

/** Promises the whole answer and sends the first `count` bytes of it; 0: not even headers. */
const sendPart = (c: AppRequest, text: string, count: number): (() => void) => {
  const { outgoing } = c.env;
  const bytes = Buffer.from(text);
  const close = (): void => void outgoing.destroy();
  if (count > 0) {
    outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': bytes.length });
    outgoing.write(bytes.subarray(0, Math.min(count, bytes.length - 1)));
  }
  return close;
};

const stalled = (c: AppRequest, text: string, at: 'headers' | 'body'): Response => {
  const close = sendPart(c, text, at === 'body' ? 1 : 0);
  setTimeout(close, STALL_MS).unref();
  return RESPONSE_ALREADY_SENT;
};

const cut = (c: AppRequest, text: string, at: number): Response => {
  const close = sendPart(c, text, at);
  setTimeout(close, at > 0 ? 20 : 0);
  return RESPONSE_ALREADY_SENT;
};

const spoiled = (c: AppRequest, fault: Fault, text: string): Response => {
  switch (fault.kind) {
    case 'stall':
      return stalled(c, text, fault.at);
    case 'cut':
      return cut(c, text, fault.at);
    case 'empty':
      return same(c, '');
    case 'html':
      return same(c, HTML, 'text/html');
    case 'malformed':
      return same(c, text.slice(0, Math.ceil(text.length / 2)));
    default:
      return same(c, JSON.stringify(retold(fault, JSON.parse(text))));
  }
};

/** Spoils answers for the one browser that asked for it, so that testers side by side do not meet. */
export const mountFaults: Mount = (app, { db, config }) => {
  if (!config.sandbox) return;
  app.use('/api/*', async (c, next) => {
    const clientId = c.req.header(HEADER.clientId);
    const fault = clientId && c.req.method !== 'OPTIONS' ? await takeFault(db, clientId, c.req.path) : null;
    if (!fault) return next();
    const instead = answerInstead(fault, c.req.path);
    if (instead) return instead;
    if (fault.kind === 'latency') {
      await delay(fault.ms);
      return next();
    }
    await next();
    const text = await c.res.text();
    c.res = spoiled(c, fault, text);
    return undefined;
  });
};
