import { useState } from 'react';
import { List } from '../../../ui/list.tsx';
import { differencesBelow } from '../../core/replay/divergence.ts';
import { Check } from '../page/controls.view.tsx';
import css from './panes.module.css';
import { type ActorSnapshot, secondsText } from './timeline.ts';
import type { Opened, PaneProps } from './use-opened.ts';

type ContextDiffProps = { readonly now: ActorSnapshot; readonly before: ActorSnapshot | null };

const ContextDiff = ({ now, before }: ContextDiffProps) => {
  const [isWhole, setWhole] = useState(false);
  const changes = differencesBelow(before?.context, now.context, Object.is);
  return (
    <>
      <Check label="Whole context" isOn={isWhole} onToggle={() => setWhole(!isWhole)} />
      {isWhole && <pre>{JSON.stringify(now.context, null, 2)}</pre>}
      {!isWhole && changes.length === 0 && <p className={css['quiet']}>Nothing in the context changed.</p>}
      {!isWhole && (
        <List className={css['changes']}>
          {changes.map(({ path, a, b }) => (
            <li key={path}>
              <code>{path || '(all)'}</code>
              {a !== undefined && <del>{JSON.stringify(a)}</del>}
              {b !== undefined && <ins>{JSON.stringify(b)}</ins>}
            </li>
          ))}
        </List>
      )}
    </>
  );
};

type MoveListProps = { readonly moves: Opened['machine']['taken']; readonly onPick: (id: string) => void };

const MoveList = ({ moves, onPick }: MoveListProps) => (
  <List className={css['taken']}>
    {moves.map(({ id, text }) => (
      <li key={id}>
        <button type="button" onClick={() => onPick(id)}>
          {text}
        </button>
      </li>
    ))}
  </List>
);

/** `onPickMove` scrolls to a transition. */
type SnapshotPanelProps = PaneProps & { readonly onPickMove: (id: string) => void };

/** The message, and what it changed in the chosen actor. */
export const SnapshotPanel = ({ place: { machine, nameOf, goTo, steps }, step, onPickMove }: SnapshotPanelProps) => {
  const { actorState, cause, taken, refused } = machine;
  const actor = machine.shown?.name;
  const isAtStep = cause === step;
  return (
    <aside className={css['details']} aria-label="Message and context">
      <h2>{step.event.type}</h2>
      <p className={css['quiet']}>
        {nameOf(step.from) ?? 'outside'} → {nameOf(step.to) ?? step.to}
      </p>
      <h3>Transitions of {actor}</h3>
      {(taken.length === 0 || !isAtStep) && <p className={css['quiet']}>It took none at this message.</p>}
      {isAtStep && (
        <>
          <MoveList moves={taken} onPick={onPickMove} />
          {refused.length > 0 && (
            <>
              <h3>Guards that blocked it</h3>
              <MoveList moves={refused} onPick={onPickMove} />
            </>
          )}
        </>
      )}
      {!isAtStep && cause && (
        <section aria-label="Earlier" className={css['earlier']}>
          <p className={css['quiet']}>
            Its last message:{' '}
            <button type="button" className={css['cause']} onClick={() => goTo(steps.indexOf(cause))}>
              {cause.event.type}, {secondsText(cause.at)} s
            </button>
          </p>
          {taken.length === 0 && <p className={css['quiet']}>It took no transition there either.</p>}
          <MoveList moves={taken} onPick={onPickMove} />
        </section>
      )}
      <h3>Message</h3>
      <pre>{JSON.stringify(step.event, null, 2)}</pre>
      <h3>Context of {actor}</h3>
      {!isAtStep && cause && <p className={css['quiet']}>Changed by {cause.event.type}:</p>}
      {actorState ? <ContextDiff {...actorState} /> : <p className={css['quiet']}>This actor has not started yet.</p>}
    </aside>
  );
};
