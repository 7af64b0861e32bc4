import { type Ref, useEffect, useRef } from 'react';
import { List } from '../../../ui/list.tsx';
import page from '../page/qa-page.module.css';
import css from './panes.module.css';
import { scrollInside } from './scroll-inside.ts';
import { type LaneStep, lanesAround } from './sequence-lanes.ts';
import { type Step, secondsText, type Timeline } from './timeline.ts';
import type { Opened } from './use-opened.ts';

const REACH = 24;

export type MessageBarProps = {
  readonly search: Ref<HTMLInputElement>;
  readonly place: Opened;
};

const foundText = (found: number, all: number): string =>
  found === 0 ? 'No message matches' : `${found} of ${all} messages`;

/** Which messages are listed. */
export const MessageBar = ({ search, place: { listed, found, all, list } }: MessageBarProps) => (
  <search className={`${css['bar']} ${page['dense']}`}>
    <label className={page['check']}>
      Find
      <input
        ref={search}
        type="search"
        placeholder="payment order.moved"
        value={listed.query}
        onChange={({ target }) => list({ ...listed, query: target.value })}
      />
    </label>
    <span role="status" className={css['found']}>
      {found === null ? '' : foundText(found, all)}
    </span>
    <label className={page['check']}>
      <input
        type="checkbox"
        checked={listed.everything}
        onChange={() => list({ ...listed, everything: !listed.everything })}
      />
      Include calls
    </label>
  </search>
);

export type SequenceProps = {
  readonly timeline: Timeline;
  readonly steps: readonly Step[];
  readonly position: number;
  readonly onPick: (position: number) => void;
};

const Arrow = ({ row }: { readonly row: LaneStep }) => {
  const { from, to, by, step } = row;
  const direction = from === to ? 'self' : from < to ? 'right' : 'left';
  return (
    <span
      data-arrow
      className={`${css['arrow']} ${css[direction]}`}
      style={{ gridColumn: `${Math.min(from, to) + 2} / ${Math.max(from, to) + 3}` }}
    >
      <span className={css['name']} data-label>
        {by && <i>{by}: </i>}
        {step.event.type}
      </span>
    </span>
  );
};

/** Messages between the machines, one line each; the line of the shown step is marked and kept in sight. */
export const Sequence = ({ timeline, steps, position, onPick }: SequenceProps) => {
  const { lanes, rows } = lanesAround(timeline, steps, position, REACH);
  const columns = `4.5rem repeat(${lanes.length}, minmax(0, 1fr))`;
  const minWidth = `${4.5 + lanes.length * 7}rem`;
  const list = useRef<HTMLOListElement | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked line is found in the page after each move
  useEffect(() => {
    const label = list.current?.querySelector('[aria-current="step"] [data-label]');
    if (label) scrollInside(label, 'nearest');
  }, [position, steps]);

  return (
    <section className={css['sequence']} aria-label="Messages between actors">
      <div className={css['lanes']} style={{ gridTemplateColumns: columns, minWidth }}>
        <span>s</span>
        {lanes.map(({ sessionId, name }) => (
          <span key={sessionId} className={css['lane']} title={name}>
            {name}
          </span>
        ))}
      </div>
      <List ordered ref={list} style={{ minWidth }}>
        {rows.map((row) => (
          <li key={row.position}>
            <button
              type="button"
              className={css['row']}
              style={{ gridTemplateColumns: columns }}
              aria-current={row.position === position ? 'step' : undefined}
              onClick={() => onPick(row.position)}
            >
              <span className={css['time']}>{secondsText(row.step.at)}</span>
              <Arrow row={row} />
              <span className="visually-hidden">
                from {lanes[row.from]?.name} to {lanes[row.to]?.name}
              </span>
            </button>
          </li>
        ))}
      </List>
    </section>
  );
};
