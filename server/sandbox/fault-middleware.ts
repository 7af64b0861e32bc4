import { setTimeout as delay } from 'node:timers/promises';
import { HEADER } from '../../src/contract/headers.ts';
import type { AppRequest, Mount } from '../kernel/context.ts';
import type { Fault } from './fault.types.ts';
import { answerInstead, retold } from './fault-responses.ts';
import { claimFault } from './fault-store.ts';

/** A stalled answer is given up by the server after this; a portal does so much earlier. */
const STALL_MS = 120_000;
/** Long enough for the bytes to leave before the connection breaks. */
const CUT_MS = 20;

const HTML = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';

const same = (c: AppRequest, body: string, type = 'application/json'): Response => {
  const headers = new Headers(c.res.headers);
  headers.delete('content-length');
  headers.set('content-type', type);
  return new Response(body, { status: c.res.status, headers });
};

/** Takes the connection over from the framework, which is to hear nothing more of it. */
const takeOver = (): Promise<never> => new Promise(() => undefined);

/** Promises the whole answer and sends the first `count` bytes of it; 0: not even headers. */
const sendPart = (c: AppRequest, text: string, count: number): void => {
  if (count === 0) return;
  const { outgoing } = c.env;
  const bytes = Buffer.from(text);
  outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': bytes.length });
  outgoing.write(bytes.subarray(0, Math.min(count, bytes.length - 1)));
};

const cutAfter = (c: AppRequest, ms: number): void => {
  setTimeout(() => c.env.outgoing.destroy(), ms).unref();
};

const stalled = (c: AppRequest, text: string, at: 'headers' | 'body'): Promise<never> => {
  sendPart(c, text, at === 'body' ? 1 : 0);
  cutAfter(c, STALL_MS);
  return takeOver();
};

const cut = (c: AppRequest, text: string, at: number): Promise<never> => {
  sendPart(c, text, at);
  cutAfter(c, CUT_MS);
  return takeOver();
};

const spoiled = async (c: AppRequest, fault: Fault, text: string): Promise<Response> => {
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
    const fault = clientId && c.req.method !== 'OPTIONS' ? await claimFault(db, clientId, c.req.path) : null;
    if (!fault) return next();
    const instead = answerInstead(fault, c.req.path);
    if (instead) return instead;
    if (fault.kind === 'latency') {
      await delay(fault.ms);
      return next();
    }
    await next();
    const text = await c.res.text();
    c.res = await spoiled(c, fault, text);
    return undefined;
  });
};
