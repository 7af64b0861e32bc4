import type { TakenTransition } from '../replay/taken-transition.ts';

/** Who sent the first message of a step: the start of the page, the page itself (a click, its URL), a response, or a delay. */
export type StepKind = 'start' | 'page' | 'response' | 'timer';

/** A part of a context before and after a message, as JSON; null where it is missing. */
export type ReportChange = { readonly path: string; readonly was: string | null; readonly is: string | null };

/** A message to a machine and what followed. `to` and `from` are short paths; `payload` is JSON, null for a message without data. */
export type ReportMessage = {
  readonly title: string;
  readonly to: string;
  readonly from: string;
  readonly isStart: boolean;
  /** A response that failed. */
  readonly isFailure: boolean;
  readonly taken: readonly string[];
  readonly refused: readonly string[];
  readonly state: string | null;
  readonly changes: readonly ReportChange[];
  readonly payload: string | null;
  /** The rules that were broken after it, as sentences. */
  readonly broken: readonly string[];
};

/** What a machine did in a step: its path, the id of its chart, its state value, and its transitions. `isOver`: it ended. */
type MachineMove = {
  readonly path: string;
  readonly machine: string;
  readonly value: unknown;
  readonly taken: readonly TakenTransition[];
  readonly isOver: boolean;
};

/** From one external event until the machines are idle. `at`: ms since the page load. `index`: among the steps of the replay. */
export type ReportStep = {
  readonly index: number;
  readonly at: number;
  readonly kind: StepKind;
  readonly messages: readonly ReportMessage[];
  readonly moves: readonly MachineMove[];
};

export type ReportRun = {
  readonly tab: string;
  readonly address: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly isCut: boolean;
  readonly steps: readonly ReportStep[];
  /** Where the current machines diverge from the recording, in words. */
  readonly divergence: string | null;
  readonly broken: readonly string[];
};

/** A replayed recording as a reader of the report sees it. */
export type Report = {
  readonly name: string;
  readonly build: string;
  readonly locale: string;
  /** Ids of the machines whose chart is not the recorded one. */
  readonly changedCharts: readonly string[];
  readonly hasContexts: boolean;
  readonly runs: readonly ReportRun[];
};
