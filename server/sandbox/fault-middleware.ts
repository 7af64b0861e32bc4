import { setTimeout as delay } from 'node:timers/promises';
import { HEADER } from '../../src/contract/headers.ts';
import type { AppRequest, Mount } from '../runtime/context.ts';
import type { Fault } from './fault.types.ts';
import { faultResponse, mutateBody, PRICE_RISE_MINOR } from './fault-responses.ts';
import { claimFault } from './fault-store.ts';

/** The server drops a stalled response after this time; the portal gives up much earlier. */
const STALL_MS = 120_000;
/** Lets the bytes leave before the connection breaks. */
const CUT_MS = 20;

/** Marks a response whose body is not the API's. */
const FAULT_HEADER = 'x-sandbox-fault';

const HTML = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';

const withBody = (c: AppRequest, body: string, type = 'application/json'): Response => {
  const headers = new Headers(c.res.headers);
  headers.delete('content-length');
  headers.set('content-type', type);
  headers.set(FAULT_HEADER, '1');
  return new Response(body, { status: c.res.status, headers });
};

/**
 * Takes over the connection: the framework must not respond. Announces the whole response, sends its first `count` bytes (0: not even
 * headers) and ends the connection after `ms`.
 */
const breakOff = ({ env, res }: AppRequest, text: string, count: number, ms: number): Promise<never> => {
  const { outgoing } = env;
  const bytes = Buffer.from(text);
  if (count > 0) {
    outgoing.writeHead(res.status, { 'content-type': 'application/json', 'content-length': bytes.length });
    outgoing.write(bytes.subarray(0, Math.min(count, bytes.length - 1)));
  }
  setTimeout(() => outgoing.destroy(), ms).unref();
  return new Promise(() => undefined);
};

const applyFault = async (c: AppRequest, fault: Fault, text: string): Promise<Response> => {
  switch (fault.kind) {
    case 'stall':
      return breakOff(c, text, fault.at === 'body' ? 1 : 0, STALL_MS);
    case 'cut':
      return breakOff(c, text, fault.at, CUT_MS);
    case 'empty':
      return withBody(c, '');
    case 'html':
      return withBody(c, HTML, 'text/html');
    case 'malformed':
      return withBody(c, text.slice(0, Math.ceil(text.length / 2)));
    default:
      return withBody(c, JSON.stringify(mutateBody(fault, JSON.parse(text))));
  }
};

/** Injects faults per client-id, so that testers do not affect each other. */
export const mountFaults: Mount = (app, { db, config }) => {
  if (!config.sandbox) return;
  app.use('/api/*', async (c, next) => {
    const clientId = c.req.header(HEADER.clientId);
    const fault = clientId && c.req.method !== 'OPTIONS' ? await claimFault(db, clientId, c.req.path) : null;
    if (!fault) return next();
    const instead = faultResponse(fault, c.req.path);
    if (instead) return instead;
    if (fault.kind === 'latency') {
      await delay(fault.ms);
      return next();
    }
    if (fault.kind === 'raised-price') c.set('priceChangeMinor', PRICE_RISE_MINOR);
    await next();
    const text = await c.res.text();
    c.res = await applyFault(c, fault, text);
    return undefined;
  });
};
