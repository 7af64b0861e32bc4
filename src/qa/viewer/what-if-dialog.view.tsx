import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Flow } from '../record/flow.file.ts';
import type { Change, Reply } from '../what-if/change.ts';
import type { Question } from '../what-if/continuation.ts';
import { type ChangedFlow, whatIf } from '../what-if/what-if-flow.ts';
import { ChangeFields } from './what-if-change.view.tsx';
import { changeDraft, readChange } from './what-if-draft.ts';
import { QuestionFields, type ReplyDraft, readReply, replyDraft } from './what-if-question.view.tsx';
import type { WhatIfStep } from './what-if-step.ts';

/** A question with the change and the replies that led to it. */
type Open = {
  readonly change: Change;
  readonly replies: readonly Reply[];
  readonly question: Question;
  readonly draft: ReplyDraft;
};

export type WhatIfDialogProps = {
  readonly step: WhatIfStep;
  /** What the result is compared with. */
  readonly original: Flow;
  readonly onChanged: (changed: ChangedFlow) => void;
  readonly onClose: () => void;
};

const showWhole = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

/** Asks for the change, then for each result that the recording does not have. */
export const WhatIfDialog = ({ step, original, onChanged, onClose }: WhatIfDialogProps): ReactNode => {
  const { flow, load } = step;
  const [draft, setDraft] = useState(() => changeDraft(step));
  const [open, setOpen] = useState<Open | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const proceed = (change: Change, replies: readonly Reply[]): void => {
    const given = whatIf(flow, load, { change, replies, hasRest: draft.hasRest }, original);
    setProblem(given.result === 'refused' ? given.why : null);
    if (given.result === 'changed') onChanged(given.changed);
    if (given.result !== 'question') return;
    const { question } = given;
    setOpen({ change, replies, question, draft: replyDraft(flow.runs, question) });
  };
  const goOn = (): void => {
    const reply = open && readReply(open.question, open.draft);
    const change: ReturnType<typeof readChange> = open ? { ok: true, value: open.change } : readChange(step, draft);
    const wrong = [reply, change].find((one) => one?.ok === false);
    if (wrong?.ok === false) setProblem(wrong.line);
    else if (change.ok) proceed(change.value, reply?.ok ? [...(open?.replies ?? []), reply.value] : []);
  };
  const goBack = (): void => {
    setProblem(null);
    setOpen(null);
  };
  return (
    <Dialog
      open={true}
      label={open ? `What does ${open.question.call.name} return?` : 'What if…'}
      onDismiss={onClose}
      actions={
        <>
          {open ? (
            <Button variant="quiet" onClick={goBack}>
              Back to the change
            </Button>
          ) : (
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button onClick={goOn}>Continue</Button>
        </>
      }
    >
      {open ? (
        <QuestionFields
          question={open.question}
          runs={flow.runs}
          draft={open.draft}
          onDraft={(next) => {
            setProblem(null);
            setOpen({ ...open, draft: next });
          }}
        />
      ) : (
        <ChangeFields
          step={step}
          draft={draft}
          onDraft={(next) => {
            setProblem(null);
            setDraft(next);
          }}
        />
      )}
      {problem !== null && (
        <div key={problem} ref={showWhole}>
          <Callout tone="error" live="assertive">
            {problem}
          </Callout>
        </div>
      )}
    </Dialog>
  );
};
