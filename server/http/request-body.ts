import type { Readable } from 'node:stream';
import type { MiddlewareHandler } from 'hono';
import { MAX_REQUEST_BYTES } from '../../src/contract/headers.ts';
import { CODE } from '../runtime/codes.ts';
import type { AppEnv, AppRequest } from '../runtime/context.ts';
import { isStorableJson } from '../runtime/storable-json.ts';

/** Limits for unfinished bodies: how many in total, how many per address, and for how long. */
type IntakeLimits = { readonly waiting: number; readonly perAddress: number; readonly deadlineMs: number };

const INTAKE_LIMITS: IntakeLimits = { waiting: 1_000, perAddress: 250, deadlineMs: 10_000 };

/** `displaced`: a newer body needed the slot. `aborted`: the client closed the connection. */
type IntakeResult =
  | { readonly kind: 'received'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' | 'late' | 'displaced' | 'aborted' };

type Reading = { readonly address: string; readonly settle: (result: IntakeResult) => void };

const EMPTY: IntakeResult = { kind: 'received', bytes: new Uint8Array() };
const TOO_LARGE: IntakeResult = { kind: 'too-large' };

/** Unfinished bodies, oldest first. */
const createIntakeQueue = ({ waiting, perAddress }: IntakeLimits) => {
  const all = new Set<Reading>();
  const byAddress = new Map<string, Set<Reading>>();

  return {
    enter: (reading: Reading): void => {
      const siblings = byAddress.get(reading.address) ?? new Set();
      const [oldestSibling] = siblings;
      const [oldest] = all;
      if (siblings.size >= perAddress) oldestSibling?.settle({ kind: 'displaced' });
      else if (all.size >= waiting) oldest?.settle({ kind: 'displaced' });
      all.add(reading);
      byAddress.set(reading.address, siblings.add(reading));
    },
    leave: (reading: Reading): void => {
      all.delete(reading);
      const siblings = byAddress.get(reading.address);
      siblings?.delete(reading);
      if (siblings?.size === 0) byAddress.delete(reading.address);
    },
  };
};

/** A request without a connection (`app.request`) already has its whole body. */
const readWhole = async (request: Request): Promise<IntakeResult> => {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > MAX_REQUEST_BYTES ? TOO_LARGE : { kind: 'received', bytes };
};

/** A response to a request that reaches no route. */
export const refuse = (
  c: AppRequest,
  status: 400 | 408 | 503,
  msg: string,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const code = status === 503 ? CODE.systemBusy : CODE.requestError;
  c.set('code', code);
  return c.json({ code, msg, request_id: c.get('requestId') }, status, headers);
};

const CLOSE = { connection: 'close' };

/**
 * Reads the body of every request before other handlers run, up to 64 kB. Unfinished bodies wait here and take no slot from complete
 * requests. When there are too many, the oldest is dropped: a complete request stays here for less than one turn of the event loop, so
 * only slow senders are dropped.
 */
export const receiveBodies = (limits: IntakeLimits = INTAKE_LIMITS): MiddlewareHandler<AppEnv> => {
  const queue = createIntakeQueue(limits);

  const receive = (source: Readable, address: string): Promise<IntakeResult> =>
    new Promise((resolve) => {
      const parts: Uint8Array[] = [];
      let size = 0;
      const settle = (result: IntakeResult): void => {
        clearTimeout(deadline);
        source.off('data', take).off('end', finish).off('close', abort).off('error', abort);
        source.on('error', () => undefined);
        if (result.kind !== 'received') source.pause();
        queue.leave(reading);
        resolve(result);
      };
      const take = (part: Uint8Array): void => {
        size += part.length;
        if (size > MAX_REQUEST_BYTES) settle(TOO_LARGE);
        else parts.push(part);
      };
      const finish = (): void => {
        const [only] = parts;
        settle({ kind: 'received', bytes: parts.length === 1 && only ? only : Buffer.concat(parts) });
      };
      const abort = (): void => settle({ kind: 'aborted' });
      const deadline = setTimeout(() => settle({ kind: 'late' }), limits.deadlineMs);
      const reading: Reading = { address, settle };
      queue.enter(reading);
      source.on('data', take).on('end', finish).on('close', abort).on('error', abort);
    });

  const intakeResultOf = async (c: AppRequest): Promise<IntakeResult> => {
    const { req, env } = c;
    if (req.method === 'GET' || req.method === 'HEAD') return EMPTY;
    if (!env?.incoming) return readWhole(req.raw);
    const length = Number(req.header('content-length') ?? 0);
    if (length === 0 && req.header('transfer-encoding') === undefined) return EMPTY;
    return length > MAX_REQUEST_BYTES ? TOO_LARGE : receive(env.incoming, c.get('ip'));
  };

  return async (c, next) => {
    const result = await intakeResultOf(c);
    switch (result.kind) {
      case 'received':
        c.set('body', result.bytes);
        return next();
      case 'too-large':
        c.set('body', null);
        return next();
      case 'late':
        return refuse(c, 408, 'the request body did not arrive in time', CLOSE);
      case 'displaced':
        return refuse(c, 503, 'the system is busy', { ...CLOSE, 'retry-after': '1' });
      case 'aborted':
        return refuse(c, 400, 'the request was aborted', CLOSE);
    }
  };
};

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the JSON object of a request: UTF-8, at most 64 kB, with content type; null: it is none. An empty body counts as `{}` because
 * some calls have no payload.
 */
export const readBody = (c: AppRequest): object | null => {
  const bytes = c.get('body');
  if (!bytes) return null;
  if (bytes.length === 0) return {};
  if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) return null;
  try {
    const body: unknown = JSON.parse(UTF8.decode(bytes));
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject && isStorableJson(body) ? body : null;
  } catch {
    return null;
  }
};
