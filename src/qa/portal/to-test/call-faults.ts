import * as v from 'valibot';
import type { LabFault } from '../lab/lab.types.ts';
import type { Call, CallResult } from './flow-entries.ts';

const failure = v.object({ reason: v.string(), status: v.number(), code: v.number() });

/** Failures caused by user input; the server needs no fault for them. */
const BY_INPUT: ReadonlySet<string> = new Set(['login', 'resetPassword', 'sendCode']);

/** Slower calls were delayed on purpose, ms. */
const SLOW_MS = 2_500;
const ROUND_MS = 500;

const isEmpty = (output: unknown): boolean => v.is(v.object({ rows: v.pipe(v.array(v.unknown()), v.empty()) }), output);

/** Lists that the sandbox always fills. */
const ALWAYS_FILLED: Readonly<Record<string, (output: unknown) => boolean>> = {
  loadServers: isEmpty,
  loadItems: isEmpty,
  loadChannels: isEmpty,
  loadShop: (output) => v.is(v.object({ packages: v.pipe(v.array(v.unknown()), v.empty()) }), output),
};

const articlePage = v.object({ content: v.object({ kind: v.literal('articles'), rows: v.array(v.unknown()) }) });

const isEmptied = (name: string, output: unknown): boolean => {
  if (name !== 'loadPage') return ALWAYS_FILLED[name]?.(output) ?? false;
  const page = v.safeParse(articlePage, output);
  return page.success && page.output.content.rows.length === 0;
};

const refusedPage = v.object({ payment: v.object({ kind: v.literal('redirect'), payUrl: v.null() }) });

const errorFault = (name: string, error: unknown): LabFault | null => {
  const read = v.safeParse(failure, error);
  if (!read.success) return null;
  const { reason, status, code } = read.output;
  if (reason === 'protocolError') return { kind: 'malformed' };
  if (code !== -1) return { kind: 'code', code, msg: '' };
  if (status === 403) return { kind: 'forbidden' };
  if (reason !== 'requestError' && (reason !== 'systemBusy' || status < 500)) return null;
  return status === 500 && (name === 'createOrder' || name === 'payWithPoints')
    ? { kind: 'cut', at: 10 }
    : { kind: 'status', status };
};

/** The sandbox fault that makes a call return its recorded result; null: a healthy server returns it. `ms`: how long the call took. */
export const callFault = ({ name }: Call, { output, error }: CallResult, ms: number): LabFault | null => {
  if (BY_INPUT.has(name)) return null;
  if (error !== undefined) return errorFault(name, error);
  if (isEmptied(name, output)) return { kind: 'no-rows' };
  if (name === 'createOrder' && v.is(refusedPage, output)) return { kind: 'foreign-pay-page' };
  return ms < SLOW_MS ? null : { kind: 'latency', ms: Math.round(ms / ROUND_MS) * ROUND_MS };
};
