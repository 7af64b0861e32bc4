import type { ReactNode } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import type { FlowRun } from '../record/flow.file.ts';
import type { Call } from '../what-if/calls.ts';
import { answersOf, failuresOf } from '../what-if/port-results.ts';
import css from './what-if.module.css';
import { JsonField } from './what-if-json.view.tsx';
import { jsonText, type ResultDraft } from './what-if-result.ts';

export type ResultFieldsProps = {
  readonly call: Call;
  /** The page loads whose results are offered. */
  readonly runs: readonly FlowRun[];
  readonly draft: ResultDraft;
  readonly onDraft: (draft: ResultDraft) => void;
};

/** An answer or one of the failures that the port can give. */
export const ResultFields = ({ call, runs, draft, onDraft }: ResultFieldsProps): ReactNode => {
  const answers = answersOf(runs, call);
  const failures = failuresOf(runs, call);
  const recorded = failures.filter(({ isRecorded }) => isRecorded);
  const others = failures.filter(({ isRecorded }) => !isRecorded);
  const failureAt = (value: string): void => onDraft({ ...draft, failure: jsonText(failures[Number(value)]?.error) });
  const shownFailure = failures.findIndex(({ error }) => jsonText(error) === draft.failure);
  const option = (one: (typeof failures)[number]): ReactNode => {
    const at = failures.indexOf(one);
    return (
      <option key={at} value={at}>
        {one.reason}
      </option>
    );
  };
  return (
    <>
      {call.canAnswer && call.canFail && (
        <Segmented
          legend="Result"
          value={draft.kind}
          onPick={(kind) => onDraft({ ...draft, kind })}
          options={[
            { value: 'answer', label: 'It answers' },
            { value: 'failure', label: 'It fails' },
          ]}
        />
      )}
      {draft.kind === 'answer' && answers.length > 1 && (
        <label className={css['field']}>
          Recorded answers
          <select
            value={answers.findIndex((one) => jsonText(one) === draft.answer)}
            onChange={({ target }) => onDraft({ ...draft, answer: jsonText(answers[Number(target.value)]) })}
          >
            <option value={-1} disabled={true}>
              Your own
            </option>
            {answers.map((answer, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of a recording does not change
              <option key={at} value={at}>
                {at + 1}: {JSON.stringify(answer)}
              </option>
            ))}
          </select>
        </label>
      )}
      {draft.kind === 'answer' && (
        <JsonField label="Answer (JSON)" text={draft.answer} onText={(answer) => onDraft({ ...draft, answer })} />
      )}
      {draft.kind === 'failure' && (
        <>
          <label className={css['field']}>
            Failure
            <select value={shownFailure} onChange={({ target }) => failureAt(target.value)}>
              <option value={-1} disabled={true}>
                Your own
              </option>
              {recorded.length > 0 && <optgroup label="In this recording">{recorded.map(option)}</optgroup>}
              <optgroup label="All reasons">{others.map(option)}</optgroup>
            </select>
          </label>
          <JsonField label="Failure (JSON)" text={draft.failure} onText={(failure) => onDraft({ ...draft, failure })} />
        </>
      )}
    </>
  );
};
