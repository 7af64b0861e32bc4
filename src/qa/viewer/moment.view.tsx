import { type ReactNode, useState } from 'react';
import { diffContext } from './context-diff.ts';
import css from './moment.module.css';
import type { Moment, Step } from './timeline.ts';

export type MomentPanelProps = {
  readonly step: Step;
  readonly sender: string | null;
  readonly receiver: string;
  /** Of the actor whose chart is drawn. */
  readonly actor: string;
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

/** What the message said, and what it changed in the chosen actor. */
export const MomentPanel = ({ step, sender, receiver, actor, now, before }: MomentPanelProps): ReactNode => (
  <aside className={css['panel']} aria-label="Message and context">
    <h2>{step.event.type}</h2>
    <p className={css['route']}>
      {sender ?? 'outside'} → {receiver}
    </p>
    <pre className={css['event']}>{JSON.stringify(step.event, null, 2)}</pre>
    <h3>Context of {actor}</h3>
    {now === null ? <p className={css['empty']}>Not there yet.</p> : <ContextDiff now={now} before={before} />}
  </aside>
);
