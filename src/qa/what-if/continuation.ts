import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { FlowRow, FlowRun } from '../record/flow.file.ts';
import { createRedactor } from '../redact/redactor.ts';
import { isSame } from '../replay/divergence.ts';
import { inertMachine } from '../replay/inert-machine.ts';
import { plain } from '../replay/replay.ts';
import { type ExternalEvent, externalEventsOf, highestMask, isResult, openRerun, type Rerun } from '../replay/rerun.ts';
import { shortPath } from '../replay/run-log.lines.ts';
import { accepts, failedText, refusalOf } from './acceptance.ts';
import { type Call, isResultOf, openCalls, recordedCalls, requestOf } from './calls.ts';
import type { Change, Message, Reply, Sent } from './change.ts';
import { type RecordedFact, recordedFacts } from './recorded-facts.ts';
import { createRouter, isSameUrl, reportedUrl, reportOf } from './router.ts';

/** `replies`: the replies to the questions, in order. `hasRest`: continues with the recorded messages; else it ends with the change. */
export type WhatIf = {
  readonly change: Change;
  readonly replies: readonly Reply[];
  readonly hasRest: boolean;
};

/** A call that the recording has no result for. `at`: ms since the page load began. */
export type Question = { readonly call: Call; readonly at: number };

/** A page load that continues differently after a change. `change` and `replies` are masked. `row`: the first row that the change caused. */
export type Continued = {
  readonly change: Change;
  readonly run: FlowRun;
  readonly row: number;
  readonly replies: readonly { readonly call: Call; readonly reply: Reply }[];
  /** The recorded messages that can no longer happen. */
  readonly skipped: readonly ExternalEvent[];
  /** The ports whose recorded answer was for another request. */
  readonly reused: readonly string[];
};

/** `refused`: the machines do not accept the change, or the last reply. */
export type Continuation =
  | { readonly result: 'refused'; readonly why: string }
  | { readonly result: 'question'; readonly question: Question }
  | { readonly result: 'complete'; readonly continued: Continued };

const withMasks = ({ change, replies, hasRest }: WhatIf, rows: readonly FlowRow[]): WhatIf => {
  const redactor = createRedactor(highestMask([rows, change, replies]));
  const masked = (event: Message): Message => redactor.redact(event) as Message;
  const maskedChange = (): Change => {
    switch (change.kind) {
      case 'replace':
        return { ...change, event: masked(change.event) };
      case 'insert':
        return { ...change, sent: { ...change.sent, event: masked(change.sent.event) } };
      case 'drop':
        return change;
    }
  };
  return {
    change: maskedChange(),
    replies: replies.map((reply) => (reply.kind === 'answer' ? { ...reply, event: masked(reply.event) } : reply)),
    hasRest,
  };
};

/** Sends a message. Returns the reason if it is refused, else null. `at`: when it is sent, but never before the previous message. */
const send = (rerun: Rerun, sent: Sent, at = 0): string | null => {
  const receiver = rerun.actorAt(sent.to);
  if (!receiver) return `${shortPath(sent.to)} does not run here.`;
  const refusal = refusalOf(receiver.actor, receiver.path, sent.event);
  if (refusal !== null) return refusal;
  if (!rerun.apply({ kind: 'event', at, ...sent }))
    return sent.timer
      ? 'This timer is not set here.'
      : `${shortPath(sent.from ?? sent.to)} does not run here any more.`;
  const failed = rerun.failed();
  return failed && failedText(failed);
};

const sentBy = (change: Change, inputs: readonly ExternalEvent[]): Sent | null => {
  if (change.kind === 'insert') return change.sent;
  const recorded = inputs[change.input];
  if (change.kind === 'drop' || !recorded) return null;
  const { to, from } = recorded;
  return { to, from, event: change.event };
};

/** The recorded messages after a change, as far as they still apply. */
const createRest = (
  rerun: Rerun,
  rows: readonly FlowRow[],
  rest: readonly ExternalEvent[],
  facts: readonly RecordedFact[],
) => {
  const router = createRouter(rerun);
  const recorded = recordedCalls(rows);
  const reused = new Set<string>();
  const skipped: ExternalEvent[] = [];
  let next = 0;

  const canHappen = (input: ExternalEvent, fact: RecordedFact | undefined): boolean => {
    const url = reportedUrl(input.event);
    const pending = router.pending();
    if (fact?.isNavigated && url !== null) return pending !== null && isSameUrl(url, pending.url);
    if (input.from !== null || !fact?.isAccepted) return true;
    const receiver = rerun.actorAt(input.to);
    return receiver !== null && accepts(receiver.actor.getSnapshot() as AnyMachineSnapshot, input.event);
  };

  const noteRequest = (input: ExternalEvent): void => {
    const caller = isResult(input) && input.from !== null ? rerun.actorAt(input.from) : null;
    if (!caller) return;
    const request = plain(requestOf(caller.actor) ?? null);
    if (!isSame(recorded.requestOf(input.from ?? '') ?? null, request)) reused.add(caller.actor.id);
  };

  /** Whether the next navigation in the recording goes to this URL. */
  const isRecorded = (url: string): boolean => {
    const at = facts.findIndex(({ isNavigated }, index) => index >= next && isNavigated);
    const input = rest[at];
    return input !== undefined && isSameUrl(reportedUrl(input.event) ?? '', url);
  };

  return {
    router,
    skipped,
    reused,
    /** Sends the next message; false after the last one. */
    step: (): boolean => {
      const input = rest[next];
      if (!input) return false;
      const isPossible = canHappen(input, facts[next]);
      next += 1;
      if (isPossible) noteRequest(input);
      if (!isPossible || !rerun.apply(input)) skipped.push(input);
      return true;
    },
    /** Navigates where the portal sends the browser; false if the browser is already there, or if the recording navigates there. */
    navigate: (): boolean => {
      const pending = router.pending();
      if (!pending || isRecorded(pending.url)) return false;
      rerun.apply({ kind: 'event', at: 0, to: '$', from: null, event: reportOf(pending) });
      if (router.pending()?.url === pending.url) router.ignore();
      return true;
    },
    /** The first open call that has no result in the rest of the recording, except calls that the recording leaves open too. */
    unanswered: (silenced: ReadonlySet<string>): Call | undefined =>
      openCalls(rerun).find(
        ({ path }) =>
          !silenced.has(path) && !recorded.isOpen(path) && !rest.some((one, at) => at >= next && isResultOf(one, path)),
      ),
  };
};

/**
 * Runs a page load again on new machines, with a change. The recorded messages after it are sent as far as they still apply; `replies` are the
 * results of calls that the recording does not have. Data that the recorder would mask is masked in the change and the replies too. `system`:
 * unwired.
 */
export const continueRun = (system: AnyStateMachine, run: FlowRun, given: WhatIf): Continuation => {
  const { change, replies, hasRest } = withMasks(given, run.rows);
  const inert = inertMachine(system);
  const inputs = externalEventsOf(run.rows);
  const facts = recordedFacts(inert, inputs);
  const masks = highestMask([run.rows, change, replies]);
  const rerun = openRerun(inert, { startAt: run.rows[0]?.at ?? 0, keep: 'contexts', masks });
  const after = change.input + 1;
  const rest = createRest(rerun, run.rows, hasRest ? inputs.slice(after) : [], hasRest ? facts.slice(after) : []);
  const silenced = new Set<string>();
  const used: { readonly call: Call; readonly reply: Reply }[] = [];

  const finish = (continuation: Continuation): Continuation => {
    rerun.stop();
    return continuation;
  };

  rerun.start();
  for (const input of inputs.slice(0, change.kind === 'insert' ? after : change.input)) rerun.apply(input);
  const row = rerun.rows().length;
  const sent = sentBy(change, inputs);
  const why = sent && send(rerun, sent, inputs[change.input]?.at);
  if (why !== null) return finish({ result: 'refused', why });
  if (change.kind === 'drop') {
    const dropped = inputs[change.input];
    if (dropped && isResult(dropped) && dropped.from !== null) silenced.add(dropped.from);
    if (facts[change.input]?.isNavigated) rest.router.ignore();
  }
  for (;;) {
    if (rest.navigate()) continue;
    const call = hasRest ? rest.unanswered(silenced) : undefined;
    if (!call && !rest.step()) break;
    if (!call) continue;
    const reply = replies[used.length];
    if (!reply) return finish({ result: 'question', question: { call, at: rerun.rows().at(-1)?.at ?? 0 } });
    used.push({ call, reply });
    if (reply.kind === 'end') break;
    silenced.add(call.path);
    const refusal = reply.kind === 'answer' && send(rerun, { to: call.to, from: call.path, event: reply.event });
    if (refusal) return finish({ result: 'refused', why: refusal });
  }
  const { cut: _, ...about } = run;
  return finish({
    result: 'complete',
    continued: {
      change,
      run: { ...about, contexts: true, rows: [...rerun.rows()] },
      row,
      replies: used,
      skipped: rest.skipped,
      reused: [...rest.reused],
    },
  });
};
