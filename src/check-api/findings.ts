import type { CodeTable } from '../contract/codes.ts';
import type { BuildConfig } from '../platform/build-environment.ts';
import type { Judgment } from './call-judgment.ts';
import { CHECK_LINES, type CheckLine, type LineId } from './check-lines.ts';
import type { Answer, Conversation, Exchange } from './conversation.ts';

export type CheckSetup = {
  /** Origin of the API. */
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** The build of the portal that will call this API. */
  readonly config: BuildConfig;
  readonly codes: CodeTable;
  /** Null: only the calls that need no session are checked. */
  readonly player: { readonly account: string; readonly password: string } | null;
  /** Get a real code; empty: not checked. E.164. */
  readonly email: string;
  readonly phone: string;
  /** Origin of the portal, if it differs from that of the API. */
  readonly origin: string;
  /** Places one order and leaves it unpaid. */
  readonly withOrders: boolean;
};

export type CheckResult = CheckLine & Judgment & Exchange;

/** Collects the results. A line that nothing has judged cannot be decided. */
export const createFindings = () => {
  const results = new Map<LineId, Judgment & Exchange>();
  return {
    add: (id: LineId, judgment: Judgment, exchange: Exchange = { request: '', response: '' }): void => {
      const { request, response } = exchange;
      if (results.get(id)?.verdict !== 'fail') results.set(id, { ...judgment, request, response });
    },
    inOrder: (why: string): readonly CheckResult[] =>
      CHECK_LINES.map((line) => ({
        ...line,
        ...(results.get(line.id) ?? { verdict: 'unknown' as const, note: why, request: '', response: '' }),
      })),
  };
};

type Findings = ReturnType<typeof createFindings>;

export type Check = {
  readonly setup: CheckSetup;
  readonly talk: Conversation;
  readonly findings: Findings;
  /** Judges a call and returns what the portal reads, or null. */
  readonly read: <Result>(answer: Answer<Result>) => Result | null;
  /** Adds a failure if `flaw` says what is wrong, and a pass otherwise. */
  readonly expect: (id: LineId, flaw: string | false, answer: Exchange) => void;
  /** These lines cannot be decided. */
  readonly reportUnknown: (why: string, ...ids: readonly LineId[]) => void;
};
