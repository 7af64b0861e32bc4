import type { AnyActor, InspectionEvent } from 'xstate';
import { isRecord } from '../redact/plain-copy.ts';
import type { Redactor } from '../redact/redactor.ts';
import { chartHash } from './chart-hash.ts';
import { createContextChanges } from './context-changes.ts';
import type { FlowRow, FlowRun, HttpCall, ShownPage } from './flow.file.ts';
import type { CallResponse, SentCall } from './http-calls.ts';
import { foldedPage } from './shown-pages.ts';
import { createTrace } from './trace.ts';

/** `now`: epoch ms. `room`: maximum rows of one page load; later ones are not recorded. */
type Parts = { readonly redactor: Redactor; readonly now: () => number; readonly room?: number };

const ROOM = 20_000;
const ROOM_FOR_CALLS = 500;
const ROOM_FOR_PAGES = 300;
/** A countdown changes all the time and says nothing new. */
const TIME = /\d+(?::\d\d)+/g;

/** Records an actor system from its start; without the start a recording cannot be replayed. */
export const createRecorder = ({ redactor, now, room = ROOM }: Parts) => {
  const startedAt = now();
  const rows: FlowRow[] = [];
  /** The first rows, masked again for `maskedFor` secrets. */
  const masked: FlowRow[] = [];
  let maskedFor = 0;
  const machines: Record<string, string> = {};
  const listeners = new Set<() => void>();
  let cut = false;
  let stoppedAt: number | null = null;
  const calls: HttpCall[] = [];
  const pages: ShownPage[] = [];
  const responses = new Map<string, number>();
  let lastWords: readonly string[] = [];

  const trace = createTrace({
    eventOf: (event) => {
      const plain = redactor.redact(event);
      return isRecord(plain) && typeof plain['type'] === 'string'
        ? { ...plain, type: plain['type'] }
        : { type: 'unknown' };
    },
    changesOf: createContextChanges(redactor.redact),
    onRow: (row, actor: AnyActor) => {
      if (stoppedAt !== null) return;
      if (rows.length >= room) {
        cut = true;
        return;
      }
      if (row.kind === 'actor' && row.machine !== null) machines[row.machine] ??= chartHash(actor.logic.config);
      rows.push({ at: now() - startedAt, ...row });
      for (const listener of listeners) listener();
    },
  });

  const stop = (): void => {
    stoppedAt = now();
  };

  /** Adds a call without its response, and returns what adds it. A response that an earlier call of the path already had is not kept again. */
  const addCall = (call: SentCall, callStart: number): ((response: CallResponse) => void) => {
    if (stoppedAt !== null || calls.length >= ROOM_FOR_CALLS) return () => undefined;
    const index = calls.length;
    const sent = { at: Math.max(0, callStart - startedAt), ...call };
    calls.push({ ...sent, ms: 0, status: null, code: null });
    return ({ body, ...rest }) => {
      if (stoppedAt !== null) return;
      const key = `${call.path} ${JSON.stringify(body)}`;
      const same = body === undefined ? undefined : responses.get(key);
      if (body !== undefined && same === undefined) responses.set(key, index);
      calls[index] = { ...sent, ...rest, ...(same !== undefined ? { same } : body !== undefined && { body }) };
    };
  };

  const addPage = (words: readonly string[]): void => {
    const masked = words.map(redactor.redactLine);
    const isSame = masked.join('\n').replaceAll(TIME, '') === lastWords.join('\n').replaceAll(TIME, '');
    if (stoppedAt !== null || isSame || pages.length >= ROOM_FOR_PAGES) return;
    pages.push({ at: now() - startedAt, row: rows.length, ...foldedPage(masked, lastWords) });
    lastWords = masked;
  };

  const maskedRows = (): readonly FlowRow[] => {
    if (redactor.secretCount() !== maskedFor) {
      maskedFor = redactor.secretCount();
      masked.length = 0;
    }
    for (const row of rows.slice(masked.length)) masked.push(redactor.again(row as never) as unknown as FlowRow);
    return masked;
  };

  return {
    /** Never throws into the portal; after a failure the recording ends. */
    inspect: (seen: InspectionEvent): void => {
      try {
        trace.inspect(seen);
      } catch {
        cut = true;
        stop();
      }
    },
    clock: trace.clock({
      setTimeout: (ring, ms) => setTimeout(ring, ms),
      clearTimeout: (timer) => clearTimeout(timer),
    }),
    /** With the hashes of the charts. Late secrets are masked in earlier rows too; no row is masked twice for the same secrets. */
    recorded: (): Omit<FlowRun, 'tab' | 'address'> & { readonly machines: Record<string, string> } => ({
      startedAt,
      ...(pages.length < ROOM_FOR_PAGES && { until: (stoppedAt ?? now()) - startedAt }),
      ...(cut && { cut: true as const }),
      contexts: true,
      machines: { ...machines },
      ...(calls.length > 0 && { calls: calls.map((call) => redactor.again(call as never) as never) }),
      ...(pages.length > 0 && { pages: pages.map((page) => redactor.again(page as never) as never) }),
      rows: [...maskedRows()],
    }),
    addCall,
    addPage,
    count: (): number => rows.length,
    onRow: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
    isStopped: (): boolean => stoppedAt !== null,
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
