import { type Ref, useEffect, useRef } from 'react';
import { List } from '../../../ui/list.tsx';
import { Check } from '../page/controls.view.tsx';
import page from '../page/qa-page.module.css';
import css from './panes.module.css';
import { scrollInside } from './scroll-inside.ts';
import { type Step, secondsText, type Timeline, type Track, trackOf } from './timeline.ts';
import type { PaneProps } from './use-opened.ts';

const REACH = 24;

const foundText = (found: number, all: number): string =>
  found === 0 ? 'No message matches' : `${found} of ${all} messages`;

type MessageBarProps = Pick<PaneProps, 'place'> & { readonly search: Ref<HTMLInputElement> };

export const MessageBar = ({ search, place: { found, all, list, listed } }: MessageBarProps) => (
  <search className={`${page['bar']} ${css['find']}`}>
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
    <span role="status">{found === null ? '' : foundText(found, all)}</span>
    <Check
      label="Include calls"
      isOn={listed.everything}
      onToggle={() => list({ ...listed, everything: !listed.everything })}
    />
  </search>
);

const machineOf = (timeline: Timeline, sessionId: string | null): string | null => {
  const track = trackOf(timeline, sessionId);
  if (!track || track.definition !== null) return track?.sessionId ?? null;
  return machineOf(timeline, track.parentId);
};

/** The name of a lane, with the name of the parent actor if several lanes have the same name. */
const laneName = (timeline: Timeline, lanes: readonly Track[], { sessionId, name, parentId }: Track): string => {
  const isShared = lanes.some((other) => other.name === name && other.sessionId !== sessionId);
  const parent = isShared ? trackOf(timeline, parentId) : null;
  return parent ? `${parent.name} / ${name}` : name;
};

/** The part of the sequence around `position`, with a lane for each machine that takes part in it. */
export const lanesAround = (timeline: Timeline, steps: readonly Step[], position: number, reach: number) => {
  const first = Math.max(0, Math.min(position - reach, steps.length - 2 * reach - 1));
  const part = steps.slice(first, first + 2 * reach + 1);
  const laneIds = (step: Step) => ({
    from: machineOf(timeline, step.from) ?? machineOf(timeline, step.to) ?? step.to,
    to: machineOf(timeline, step.to) ?? step.to,
  });
  const used = new Set(part.flatMap((step) => Object.values(laneIds(step))));
  const lanes = timeline.tracks.filter(({ sessionId }) => used.has(sessionId));
  const laneOf = new Map(lanes.map(({ sessionId }, at) => [sessionId, at]));
  const rows = part.map((step, at) => {
    const ids = laneIds(step);
    const sender = trackOf(timeline, step.from);
    return {
      step,
      position: first + at,
      /** Lanes of sender and receiver; the same for an external event, or if a machine sends a message to itself. */
      from: laneOf.get(ids.from) ?? 0,
      to: laneOf.get(ids.to) ?? 0,
      /** An actor without a lane of its own (a promise, a callback) that sent it. */
      by: sender && sender.definition === null ? sender.name : null,
    };
  });
  return {
    lanes: lanes.map((track) => ({ sessionId: track.sessionId, name: laneName(timeline, lanes, track) })),
    rows,
  };
};

type ArrowProps = { readonly row: ReturnType<typeof lanesAround>['rows'][number] };

const Arrow = ({ row: { from, to, by, step } }: ArrowProps) => {
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
export const Sequence = ({ place: { timeline, steps, position, goTo } }: Pick<PaneProps, 'place'>) => {
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
              style={{ gridTemplateColumns: columns }}
              aria-current={row.position === position ? 'step' : undefined}
              onClick={() => goTo(row.position)}
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
