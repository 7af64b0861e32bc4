import type { Judgment } from './call-judgment.ts';
import { CHECK_LINES, type CheckLine, type LineId } from './check-lines.ts';
import type { Answer, CheckSetup, Conversation, Exchange } from './conversation.ts';

export type CheckResult = CheckLine & Judgment & Exchange;

/** Collects the results. A line that nothing has judged cannot be decided. */
export const createFindings = () => {
  const results = new Map<LineId, Judgment & Exchange>();
  const add = (id: LineId, judgment: Judgment, exchange: Exchange = { request: '', response: '' }): void => {
    const { request, response } = exchange;
    if (results.get(id)?.verdict !== 'fail') results.set(id, { ...judgment, request, response });
  };
  return {
    add,
    /** Adds a failure if `flaw` says what is wrong, and a pass otherwise. */
    expect: (id: LineId, flaw: string | false, answer: Exchange): void =>
      add(id, { verdict: flaw === false ? 'pass' : 'fail', note: flaw || '' }, answer),
    reportUnknown: (why: string, ...ids: readonly LineId[]): void => {
      for (const id of ids) add(id, { verdict: 'unknown', note: why });
    },
    inOrder: (why: string): readonly CheckResult[] =>
      CHECK_LINES.map((line) => ({
        ...line,
        ...(results.get(line.id) ?? { verdict: 'unknown' as const, note: why, request: '', response: '' }),
      })),
  };
};

export type Check = ReturnType<typeof createFindings> & {
  readonly setup: CheckSetup;
  readonly talk: Conversation;
  /** Judges a call and returns what the portal reads, or null. */
  readonly read: <Result>(answer: Answer<Result>) => Result | null;
};
