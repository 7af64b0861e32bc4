import type { ReactNode } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import { shortPath } from '../replay/run-log.lines.ts';
import { secondsText, sentText } from '../what-if/what-if.lines.ts';
import css from './what-if.module.css';
import { ChoiceField } from './what-if-choice.view.tsx';
import { type ChangeDraft, canReplace, withChoice } from './what-if-draft.ts';
import { JsonField } from './what-if-json.view.tsx';
import { ResultFields } from './what-if-result.view.tsx';
import type { WhatIfStep } from './what-if-step.ts';

export type ChangeFieldsProps = {
  readonly step: WhatIfStep;
  readonly draft: ChangeDraft;
  readonly onDraft: (draft: ChangeDraft) => void;
};

const KINDS = [
  { value: 'replace', label: 'Change it' },
  { value: 'drop', label: 'Leave it out' },
  { value: 'insert', label: 'Insert after it' },
] as const;

const placeText = ({ recorded, isItself }: WhatIfStep): string => {
  if (!recorded) return 'The page starts here, before the first message from outside.';
  const text = `${sentText(recorded)}, at ${secondsText(recorded.at)}`;
  return isItself ? `Recorded: ${text}.` : `The machines sent this message themselves. It follows from: ${text}.`;
};

/** What is different at a step: the recorded message, or one after it. */
export const ChangeFields = ({ step, draft, onDraft }: ChangeFieldsProps): ReactNode => {
  const { flow, recorded, call, choices } = step;
  const { kind, choice } = draft;
  const kinds = KINDS.filter(({ value }) => value === 'insert' || (recorded && (value === 'drop' || canReplace(step))));
  return (
    <>
      <p className={css['place']}>{placeText(step)}</p>
      {kinds.length > 1 && (
        <Segmented
          legend="What is different"
          value={kind}
          onPick={(next) => onDraft({ ...draft, kind: next })}
          options={kinds}
        />
      )}
      {kind === 'replace' && call && draft.result && (
        <ResultFields
          call={call}
          runs={flow.runs}
          draft={draft.result}
          onDraft={(result) => onDraft({ ...draft, result })}
        />
      )}
      {kind === 'replace' && !call && (
        <JsonField label="Event (JSON)" text={draft.event} onText={(event) => onDraft({ ...draft, event })} />
      )}
      {kind === 'drop' && <p>The machine does not receive the message.</p>}
      {kind === 'insert' && (
        <ChoiceField
          choices={choices}
          first={recorded?.to ?? null}
          chosen={choice}
          onChoose={(next) => onDraft(withChoice(draft, next, flow.runs))}
        />
      )}
      {kind === 'insert' && choice?.kind === 'event' && (
        <JsonField
          label={`Event to ${shortPath(choice.machine)} (JSON)`}
          text={draft.inserted}
          onText={(inserted) => onDraft({ ...draft, inserted })}
        />
      )}
      {kind === 'insert' && choice?.kind === 'result' && draft.insertedResult && (
        <ResultFields
          call={choice.call}
          runs={flow.runs}
          draft={draft.insertedResult}
          onDraft={(insertedResult) => onDraft({ ...draft, insertedResult })}
        />
      )}
      <div className={css['field']}>
        <span>After that</span>
        <Segmented
          legend="After that"
          value={draft.hasRest ? 'rest' : 'end'}
          onPick={(value) => onDraft({ ...draft, hasRest: value === 'rest' })}
          options={[
            { value: 'rest', label: 'The rest of the recording' },
            { value: 'end', label: 'Stop here' },
          ]}
        />
      </div>
    </>
  );
};
