import type { AnyActor, InspectionEvent } from 'xstate';
import type { Redactor } from '../redact/redactor.ts';
import { chartHash } from './chart-hash.ts';
import { createContextChanges } from './context-changes.ts';
import type { FlowRow, FlowRun } from './flow.file.ts';
import { createTrace } from './trace.ts';

export type RecorderParts = {
  readonly redactor: Redactor;
  /** Epoch ms. */
  readonly now: () => number;
  /** Maximum rows of one page load; later ones are not recorded. */
  readonly room?: number;
};

/** What one page load has recorded so far, with the hashes of its charts. */
export type Recorded = Pick<FlowRun, 'startedAt' | 'rows' | 'cut' | 'contexts'> & {
  readonly machines: Record<string, string>;
};

const ROOM = 20_000;

const isEvent = (value: unknown): value is { readonly type: string } =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Records an actor system from its start; without the start a recording cannot be replayed. */
export const createRecorder = ({ redactor, now, room = ROOM }: RecorderParts) => {
  const startedAt = now();
  const rows: FlowRow[] = [];
  /** The first rows, masked again for `maskedFor` secrets. */
  const masked: FlowRow[] = [];
  let maskedFor = 0;
  const machines: Record<string, string> = {};
  const listeners = new Set<() => void>();
  let cut = false;
  let stopped = false;

  const trace = createTrace({
    eventOf: (event) => {
      const plain = redactor.redact(event);
      return isEvent(plain) ? plain : { type: 'unknown' };
    },
    changesOf: createContextChanges(redactor.redact),
    onRow: (row, actor: AnyActor) => {
      if (stopped) return;
      if (rows.length >= room) {
        cut = true;
        return;
      }
      if (row.kind === 'actor' && row.machine !== null) machines[row.machine] ??= chartHash(actor.logic.config);
      rows.push({ at: now() - startedAt, ...row });
      for (const listener of listeners) listener();
    },
  });

  const maskedRows = (): readonly FlowRow[] => {
    if (redactor.secretCount() !== maskedFor) {
      maskedFor = redactor.secretCount();
      masked.length = 0;
    }
    for (const row of rows.slice(masked.length)) masked.push(redactor.again(row as never) as unknown as FlowRow);
    return masked;
  };

  return {
    inspect: (seen: InspectionEvent): void => trace.inspect(seen),
    clock: trace.clock({
      setTimeout: (ring, ms) => setTimeout(ring, ms),
      clearTimeout: (timer) => clearTimeout(timer),
    }),
    /** A copy of the list. Secrets that became known late are masked in earlier rows too; no row is masked twice for the same secrets. */
    recorded: (): Recorded => ({
      startedAt,
      ...(cut && { cut: true as const }),
      contexts: true,
      machines: { ...machines },
      rows: [...maskedRows()],
    }),
    count: (): number => rows.length,
    onRow: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: (): void => {
      stopped = true;
    },
    isStopped: (): boolean => stopped,
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
