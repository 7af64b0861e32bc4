import { useEffect, useRef } from 'react';
import { List } from '../../../ui/list.tsx';
import { stateText } from '../../core/replay/run-log.ts';
import css from './panes.module.css';
import { snapshotAt } from './timeline.ts';
import type { PaneProps } from './use-opened.ts';

type ActorListProps = PaneProps & { readonly onPick: (sessionId: string) => void };

export const ActorList = ({ place: { timeline, listed, machine }, step, onPick }: ActorListProps) => {
  const { to: receiver, upTo } = step;
  const list = useRef<HTMLElement | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked actor is found in the page after each step
  useEffect(() => {
    const { current } = list;
    const marked = current?.querySelector<HTMLElement>('[data-receiver]');
    if (!current || !marked) return;
    const { top, bottom } = current.getBoundingClientRect();
    const box = marked.getBoundingClientRect();
    if (box.top < top || box.bottom > bottom) current.scrollTop += box.top - top - (bottom - top) / 2;
  }, [receiver, upTo]);

  return (
    <nav ref={list} className={css['actors']} aria-label="Actors">
      <List>
        {(listed.everything ? timeline.tracks : machine.machines).map(({ sessionId, name, depth, since }) => {
          const snapshot = snapshotAt(timeline, sessionId, upTo);
          const isOver = snapshot !== null && snapshot.now.status !== 'active';
          return (
            <li key={sessionId} style={{ paddingInlineStart: `${depth * 14}px` }}>
              <button
                type="button"
                aria-current={sessionId === machine.shown?.sessionId}
                data-receiver={sessionId === receiver || undefined}
                disabled={since > upTo}
                onClick={() => onPick(sessionId)}
              >
                <strong>{name}</strong>
                <small>{isOver ? snapshot.now.status : stateText(snapshot?.now.value)}</small>
              </button>
            </li>
          );
        })}
      </List>
    </nav>
  );
};
