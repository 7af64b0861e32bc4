import { type ReactNode, useState } from 'react';
import { diffContext } from './context-diff.ts';
import css from './moment.module.css';
import type { Moment, Step } from './timeline.ts';

/** `id`: of a transition in the chart. */
type MoveLine = { readonly id: string; readonly text: string };

export type MomentPanelProps = {
  readonly step: Step;
  readonly sender: string | null;
  readonly receiver: string;
  /** Of the actor whose chart is drawn. */
  readonly actor: string;
  /** Its last transitions, in the order they were taken. */
  readonly taken: readonly MoveLine[];
  /** If there were none: those that a guard prevented. */
  readonly refused: readonly MoveLine[];
  /** A transition is to be brought into view. */
  readonly onPickMove: (id: string) => void;
  readonly now: Moment | null;
  readonly before: Moment | null;
};

const SIGNS = { added: '+', removed: '−', changed: '±', kept: ' ' } as const;

const ContextDiff = ({ now, before }: { readonly now: Moment; readonly before: Moment | null }): ReactNode => {
  const [all, setAll] = useState(false);
  const changes = diffContext(before?.context, now.context);
  const shown = all ? changes : changes.filter(({ kind }) => kind !== 'kept');
  return (
    <>
      <label className={css['choice']}>
        <input type="checkbox" checked={all} onChange={() => setAll(!all)} /> Unchanged too
      </label>
      {shown.length === 0 && <p className={css['empty']}>Nothing in the context changed.</p>}
      <ul className={css['changes']}>
        {shown.map(({ path, kind, before: was, after: is }) => (
          <li key={path} data-kind={kind}>
            <b aria-hidden="true">{SIGNS[kind]}</b>
            <code>{path}</code>
            <span className="visually-hidden">{kind}</span>
            {was !== null && was !== is && <del>{was}</del>}
            {is !== null && <ins>{is}</ins>}
          </li>
        ))}
      </ul>
    </>
  );
};

const MoveList = ({
  moves,
  onPick,
}: {
  readonly moves: readonly MoveLine[];
  readonly onPick: (id: string) => void;
}): ReactNode => (
  <ul className={css['taken']}>
    {moves.map(({ id, text }) => (
      <li key={id}>
        <button type="button" onClick={() => onPick(id)}>
          {text}
        </button>
      </li>
    ))}
  </ul>
);

/** What the message said, and what it changed in the chosen actor. */
export const MomentPanel = ({
  step,
  sender,
  receiver,
  actor,
  taken,
  refused,
  onPickMove,
  now,
  before,
}: MomentPanelProps): ReactNode => (
  <aside className={css['panel']} aria-label="Message and context">
    <h2>{step.event.type}</h2>
    <p className={css['route']}>
      {sender ?? 'outside'} → {receiver}
    </p>
    <h3>Transitions of {actor}</h3>
    {taken.length === 0 && <p className={css['empty']}>None was taken.</p>}
    <MoveList moves={taken} onPick={onPickMove} />
    {refused.length > 0 && (
      <>
        <h3>Guards that said no</h3>
        <MoveList moves={refused} onPick={onPickMove} />
      </>
    )}
    <h3>Message</h3>
    <pre className={css['event']}>{JSON.stringify(step.event, null, 2)}</pre>
    <h3>Context of {actor}</h3>
    {now === null ? <p className={css['empty']}>Not there yet.</p> : <ContextDiff now={now} before={before} />}
  </aside>
);
