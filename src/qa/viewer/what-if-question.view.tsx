import type { ReactNode } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import type { FlowRun } from '../record/flow.file.ts';
import { shortPath } from '../replay/run-log.lines.ts';
import type { Reply } from '../what-if/change.ts';
import type { Question } from '../what-if/continuation.ts';
import type { Entry } from '../what-if/read-entry.ts';
import { secondsText } from '../what-if/what-if.lines.ts';
import css from './what-if.module.css';
import { jsonText, type ResultDraft, readResult, resultDraft } from './what-if-result.ts';
import { ResultFields } from './what-if-result.view.tsx';

export type ReplyDraft = { readonly kind: Reply['kind']; readonly result: ResultDraft };

export const replyDraft = (runs: readonly FlowRun[], { call }: Question): ReplyDraft => ({
  kind: 'answer',
  result: resultDraft(runs, call),
});

export const readReply = ({ call }: Question, { kind, result }: ReplyDraft): Entry<Reply> => {
  if (kind !== 'answer') return { ok: true, value: { kind } };
  const read = readResult(call, result);
  return read.ok ? { ok: true, value: { kind, event: read.value } } : read;
};

export type QuestionFieldsProps = {
  readonly question: Question;
  readonly runs: readonly FlowRun[];
  readonly draft: ReplyDraft;
  readonly onDraft: (draft: ReplyDraft) => void;
};

/** A call that the recording has no result for. */
export const QuestionFields = ({ question, runs, draft, onDraft }: QuestionFieldsProps): ReactNode => {
  const { call, at } = question;
  return (
    <>
      <p className={css['place']}>
        At {secondsText(at)}, {shortPath(call.to)} calls <code>{call.name}</code>. The recording has no result for it.
      </p>
      <details>
        <summary>What it is called with</summary>
        <pre className={css['request']}>{jsonText(call.input)}</pre>
      </details>
      <Segmented
        legend="Reply"
        value={draft.kind}
        onPick={(kind) => onDraft({ ...draft, kind })}
        options={[
          { value: 'answer', label: 'A result' },
          { value: 'silence', label: 'No result' },
          { value: 'end', label: 'End here' },
        ]}
      />
      {draft.kind === 'answer' && (
        <ResultFields
          call={call}
          runs={runs}
          draft={draft.result}
          onDraft={(result) => onDraft({ ...draft, result })}
        />
      )}
      {draft.kind === 'silence' && <p>The call stays open. The rest of the recording goes on.</p>}
      {draft.kind === 'end' && <p>The new recording ends with this call.</p>}
    </>
  );
};
