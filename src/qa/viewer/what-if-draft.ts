import type { FlowRun } from '../record/flow.file.ts';
import type { Change, Message, Sent } from '../what-if/change.ts';
import type { Choice } from '../what-if/choices.ts';
import { type Entry, readEvent } from '../what-if/read-entry.ts';
import { jsonText, type ResultDraft, readResult, resultDraft } from './what-if-result.ts';
import type { WhatIfStep } from './what-if-step.ts';

/** A change as the tester types it. */
export type ChangeDraft = {
  readonly kind: Change['kind'];
  /** In place of the recorded message: an event as JSON, or a result. */
  readonly event: string;
  readonly result: ResultDraft | null;
  /** What is inserted, with its JSON. */
  readonly choice: Choice | null;
  readonly inserted: string;
  readonly insertedResult: ResultDraft | null;
  readonly hasRest: boolean;
};

/** Whether the recorded message has data that can be edited. */
export const canReplace = ({ messageKind }: WhatIfStep): boolean =>
  messageKind !== null && messageKind.kind !== 'timer';

export const changeDraft = (step: WhatIfStep): ChangeDraft => {
  const { flow, recorded, messageKind, call } = step;
  const known = call && resultDraft(flow.runs, call);
  const result =
    known && messageKind?.kind === 'answer'
      ? ({ ...known, kind: 'answer', answer: jsonText(messageKind.output) } as const)
      : known && messageKind?.kind === 'failure'
        ? ({ ...known, kind: 'failure', failure: jsonText(messageKind.error) } as const)
        : known;
  const kind = canReplace(step) ? 'replace' : recorded ? 'drop' : 'insert';
  const empty = { choice: null, inserted: '', insertedResult: null };
  return { kind, event: jsonText(recorded?.event), result, ...empty, hasRest: true };
};

/** The draft with a different choice and the data that the page loads have for it. */
export const withChoice = (draft: ChangeDraft, choice: Choice, runs: readonly FlowRun[]): ChangeDraft => ({
  ...draft,
  choice,
  inserted: choice.kind === 'event' ? jsonText(choice.sent.event) : '',
  insertedResult: choice.kind === 'result' ? resultDraft(runs, choice.call) : null,
});

const wrong = (line: string): Entry<Change> => ({ ok: false, line });

const readReplacement = ({ input, recorded, call }: WhatIfStep, draft: ChangeDraft): Entry<Change> => {
  const read: Entry<Message> = call && draft.result ? readResult(call, draft.result) : readEvent(draft.event);
  if (!read.ok) return read;
  if (jsonText(read.value) === jsonText(recorded?.event))
    return wrong('This is the recorded message. Change it first.');
  return { ok: true, value: { kind: 'replace', input, event: read.value } };
};

const readSent = (choice: Choice, { inserted, insertedResult }: ChangeDraft): Entry<Sent> => {
  switch (choice.kind) {
    case 'timer':
      return { ok: true, value: choice.sent };
    case 'event': {
      const read = readEvent(inserted);
      return read.ok ? { ok: true, value: { ...choice.sent, event: read.value } } : read;
    }
    case 'result': {
      const { call } = choice;
      const read = insertedResult && readResult(call, insertedResult);
      if (!read?.ok) return read ?? { ok: false, line: 'The call needs a result.' };
      return { ok: true, value: { to: call.to, from: call.path, event: read.value } };
    }
  }
};

/** Reads what the tester typed. */
export const readChange = (step: WhatIfStep, draft: ChangeDraft): Entry<Change> => {
  const { input } = step;
  switch (draft.kind) {
    case 'replace':
      return readReplacement(step, draft);
    case 'drop':
      return { ok: true, value: { kind: 'drop', input } };
    case 'insert': {
      const sent = draft.choice && readSent(draft.choice, draft);
      if (!sent) return wrong('Choose what happens first.');
      return sent.ok ? { ok: true, value: { kind: 'insert', input, sent: sent.value } } : sent;
    }
  }
};
