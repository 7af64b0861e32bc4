import type { Readable } from 'node:stream';
import type { MiddlewareHandler } from 'hono';
import { MAX_REQUEST_BYTES } from '../../src/contract/headers.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import type { AppEnv, AppRequest } from '../runtime/context.ts';

/** Limits for unfinished bodies: how many in total, how many per address, and for how long. */
export type IntakeLimits = { readonly waiting: number; readonly perAddress: number; readonly deadlineMs: number };

const INTAKE_LIMITS: IntakeLimits = { waiting: 1_000, perAddress: 250, deadlineMs: 10_000 };

/** `displaced`: a newer body needed the slot. `aborted`: the client closed the connection. */
type IntakeResult =
  | { readonly kind: 'received'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' | 'late' | 'displaced' | 'aborted' };

type Reading = { readonly address: string; readonly settle: (result: IntakeResult) => void };

const EMPTY: IntakeResult = { kind: 'received', bytes: new Uint8Array() };
const TOO_LARGE: IntakeResult = { kind: 'too-large' };

const oldestOf = (readings: Iterable<Reading>): Reading | undefined => {
  for (const reading of readings) return reading;
  return undefined;
};

/** Unfinished bodies, oldest first. */
const createIntakeQueue = ({ waiting, perAddress }: IntakeLimits) => {
  const all = new Set<Reading>();
  const byAddress = new Map<string, Set<Reading>>();

  return {
    enter: (reading: Reading): void => {
      const siblings = byAddress.get(reading.address) ?? new Set();
      if (siblings.size >= perAddress) oldestOf(siblings)?.settle({ kind: 'displaced' });
      else if (all.size >= waiting) oldestOf(all)?.settle({ kind: 'displaced' });
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

const refusal = (c: AppRequest, status: 400 | 408 | 503, code: Code, msg: string): Response => {
  c.set('code', code);
  return c.json({ code, msg, request_id: c.get('requestId') }, status, {
    connection: 'close',
    ...(status === 503 && { 'retry-after': '1' }),
  });
};

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
        return refusal(c, 408, CODE.requestError, 'the request body did not arrive in time');
      case 'displaced':
        return refusal(c, 503, CODE.systemBusy, 'the system is busy');
      case 'aborted':
        return refusal(c, 400, CODE.requestError, 'the request was aborted');
    }
  };
};
