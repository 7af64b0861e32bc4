import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { LaneOption, LaneRow } from './lane-row.view.tsx';
import { spanAt } from './screen-spans.ts';
import css from './time-lanes.module.css';
import { barsOf, callText, clustersOf, durationText, type LoadLanes } from './time-lanes.ts';
import { type TimeScale, ticksOf } from './time-scale.ts';

const TICK_PX = 90;
const CLUSTER_PX = 5;
const BAR_PX = 4;
/** A shorter bar or pause has no text. */
const TEXT_PX = 34;
const ROWS = 4;
/** A cluster of this many messages is as high as the lane. */
const FULL_COUNT = 12;

export type Shown = {
  /** Number of the page load. */
  readonly load: number;
  /** Epoch ms. */
  readonly now: number;
  /** Index of the message. */
  readonly upTo: number;
};

export type TimeMarksProps = {
  readonly lanes: readonly LoadLanes[];
  readonly scale: TimeScale;
  /** ms of the scale for each px. */
  readonly perPx: number;
  readonly shown: Shown;
  /** `upTo` null: the start of the page load. */
  readonly onPick: (load: number, upTo: number | null) => void;
};

/** How many rows the calls of the page loads need. */
export const callRows = (lanes: readonly LoadLanes[], scale: TimeScale, perPx: number): number =>
  1 + Math.max(0, ...lanes.flatMap((lane) => barsOf(lane, scale, BAR_PX * perPx, ROWS).map(({ row }) => row)));

const secondsText = (ms: number): string =>
  `${ms >= 10_000 ? Math.round(ms / 1_000) : Number((ms / 1_000).toFixed(2))} s`;

const Ruler = ({ scale, perPx }: Pick<TimeMarksProps, 'scale' | 'perPx'>): ReactNode => {
  const percent = (x: number): string => `${(x / scale.length) * 100}%`;
  return (
    <>
      {scale.pauses.map(({ x, length }) => (
        <span key={x} className={css['pause']} style={{ left: percent(x), width: percent(length) }} />
      ))}
      <div className={css['ruler']} aria-hidden="true">
        {ticksOf(scale, TICK_PX * perPx).map(({ ms, x }) => (
          <span key={ms} style={{ left: percent(x) }}>
            {secondsText(ms)}
          </span>
        ))}
        {scale.pauses.map(({ x, length, ms }) => (
          <em
            key={x}
            data-tip={`${durationText(ms)} without a message`}
            style={{ left: percent(x), width: percent(length) }}
          >
            {length / perPx > TEXT_PX && durationText(ms)}
          </em>
        ))}
      </div>
    </>
  );
};

/** The lanes, as wide as the zoom makes them. */
export const TimeMarks = ({ lanes, scale, perPx, shown, onPick }: TimeMarksProps): ReactNode => {
  const drawn = useMemo(
    () =>
      lanes.map((lane) => ({
        ...lane,
        bars: barsOf(lane, scale, BAR_PX * perPx, ROWS),
        clusters: clustersOf(lane.moments, scale, CLUSTER_PX * perPx),
      })),
    [lanes, scale, perPx],
  );
  const percent = (x: number): string => `${(x / scale.length) * 100}%`;
  const span = (from: number, to: number): CSSProperties => ({
    left: percent(scale.xOf(from)),
    width: percent(scale.xOf(to) - scale.xOf(from)),
  });
  const isShown = (load: number): boolean => load === shown.load;
  return (
    <>
      <Ruler scale={scale} perPx={perPx} />
      <LaneRow label="Page loads" className={css['loads']}>
        {drawn.map(({ number, load }) => (
          <LaneOption
            key={number}
            isSelected={isShown(number)}
            name={`Page load ${number + 1}: ${load.label}`}
            tip={`${number + 1}: ${load.label}`}
            style={span(load.start, load.end)}
            onPress={() => onPick(number, null)}
          >
            {number + 1}: {load.label}
          </LaneOption>
        ))}
      </LaneRow>
      {drawn.some(({ load }) => load.screens) && (
        <LaneRow label="Screens" className={css['screens']}>
          {drawn.flatMap(({ number, load }) =>
            (load.screens ?? []).map((screen) => (
              <LaneOption
                key={`${number} ${screen.upTo}`}
                isSelected={isShown(number) && screen === spanAt(load.screens ?? [], shown.upTo)}
                name={`Screen ${screen.label}`}
                tip={screen.all.join(', ')}
                style={span(screen.from, screen.to)}
                onPress={() => onPick(number, screen.upTo)}
              >
                {(scale.xOf(screen.to) - scale.xOf(screen.from)) / perPx > TEXT_PX && screen.label}
              </LaneOption>
            )),
          )}
        </LaneRow>
      )}
      <LaneRow label="Calls" className={css['calls']}>
        {drawn.flatMap(({ number, bars }) =>
          bars.map(({ call, x, length, row }) => (
            <LaneOption
              key={`${number} ${call.sessionId}`}
              outcome={call.outcome}
              isSelected={isShown(number) && call.upTo === shown.upTo}
              name={`Call ${callText(call)}`}
              tip={callText(call)}
              style={{ left: percent(x), width: percent(length), '--row': row } as CSSProperties}
              onPress={() => onPick(number, call.upTo)}
            >
              {length / perPx > TEXT_PX && call.name}
            </LaneOption>
          )),
        )}
      </LaneRow>
      <div className={css['messages']} aria-hidden="true">
        {drawn.flatMap(({ number, clusters }) =>
          clusters.map(({ x, count }) => (
            <i
              key={`${number} ${x}`}
              data-tip={count === 1 ? '1 message' : `${count} messages`}
              style={{ left: percent(x), height: `${Math.min(100, 25 + (75 * count) / FULL_COUNT)}%` }}
            />
          )),
        )}
      </div>
      <span className={css['now']} data-now style={{ left: percent(scale.xOf(shown.now)) }} />
    </>
  );
};
