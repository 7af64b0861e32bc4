import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { useElementSize } from '../page/use-sizes.ts';
import { spanAt } from './open-run.ts';
import css from './time-lanes.module.css';
import {
  barsOf,
  callText,
  durationText,
  momentsOf,
  nearestMoment,
  type TimeScale,
  ticksOf,
  timeScale,
} from './time-lanes.ts';
import type { PaneProps } from './use-opened.ts';

const TICK_PX = 90;
const BAR_PX = 4;
/** A shorter bar or pause has no text. */
const TEXT_PX = 34;
const ROWS = 4;
const TONES = { answered: 'info', failed: 'error', stopped: 'none', running: 'warning' } as const;

const secondsText = (ms: number): string =>
  `${ms >= 10_000 ? Math.round(ms / 1_000) : Number((ms / 1_000).toFixed(2))} s`;

/** `perPx`: ms of the scale for each px. */
const Ruler = ({ scale, perPx }: { readonly scale: TimeScale; readonly perPx: number }) => {
  const percent = (x: number): string => `${(x / scale.length) * 100}%`;
  return (
    <>
      {scale.pauses.map(({ x, length }) => (
        <span key={x} className={css['pause']} style={{ left: percent(x), width: percent(length) }} />
      ))}
      <div className={`${css['lane']} ${css['ruler']}`} aria-hidden="true">
        {ticksOf(scale, TICK_PX * perPx).map(({ ms, x }) => (
          <span key={ms} style={{ left: percent(x) }}>
            {secondsText(ms)}
          </span>
        ))}
        {scale.pauses.map(({ x, length, ms }) => (
          <em
            key={x}
            title={`${durationText(ms)} without a message`}
            style={{ left: percent(x), width: percent(length) }}
          >
            {length / perPx > TEXT_PX && durationText(ms)}
          </em>
        ))}
      </div>
    </>
  );
};

type MarkProps = {
  readonly name: string;
  readonly isShown: boolean;
  readonly tone?: string;
  readonly style: CSSProperties;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

/** A mark can be too small for a finger and is no tab stop: the scrubber and the list of messages lead to the same places. */
const Mark = ({ name, isShown, tone, style, onPress, children }: MarkProps) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={name}
    title={name}
    aria-current={isShown || undefined}
    data-tone={tone}
    style={style}
    onClick={onPress}
  >
    {children}
  </button>
);

type LaneProps = { readonly name: string; readonly className?: string | undefined; readonly children: ReactNode };

const Lane = ({ name, className = css['lane'], children }: LaneProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  <div role="group" aria-label={name} className={className}>
    {children}
  </div>
);

/** What happened when: page loads, screens and calls of ports on one axis. A press shows the nearest message. */
export const TimeLanes = ({ place: { lanes, shownLoad, timeline, goToLoad }, step }: PaneProps) => {
  const [size, watch] = useElementSize();
  const scale = useMemo(() => timeScale(momentsOf(lanes)), [lanes]);
  const perPx = scale.length / Math.max(1, size.width);
  const drawn = useMemo(
    () => lanes.map((lane) => ({ ...lane, bars: barsOf(lane, scale, BAR_PX * perPx, ROWS) })),
    [lanes, scale, perPx],
  );
  const rows = 1 + Math.max(0, ...drawn.flatMap(({ bars }) => bars.map(({ row }) => row)));
  const percent = (x: number): string => `${(x / scale.length) * 100}%`;
  const span = (from: number, to: number): CSSProperties => ({
    left: percent(scale.xOf(from)),
    width: percent(scale.xOf(to) - scale.xOf(from)),
  });
  return (
    <section className={css['panel']} aria-label="Timeline" style={{ '--rows': rows } as CSSProperties}>
      <div className={css['names']}>
        {lanes.length > 1 && <span className={css['lane']}>Page loads</span>}
        <span className={css['lane']}>Screens</span>
        <span className={css['calls']}>Calls</span>
      </div>
      <div
        className={css['content']}
        ref={watch}
        onPointerUp={({ target, currentTarget, clientX }) => {
          if ((target as Element).closest('button')) return;
          const { left, width } = currentTarget.getBoundingClientRect();
          const near = nearestMoment(lanes, scale.timeAt(((clientX - left) / width) * scale.length));
          if (near) goToLoad(near.load, near.upTo);
        }}
      >
        <Ruler scale={scale} perPx={perPx} />
        {lanes.length > 1 && (
          <Lane name="Page loads">
            {drawn.map(({ number, label, start, end }) => (
              <Mark
                key={number}
                isShown={number === shownLoad}
                name={`Page load ${number + 1}: ${label}`}
                style={span(start, end)}
                onPress={() => goToLoad(number, 0)}
              >
                {number + 1}: {label}
              </Mark>
            ))}
          </Lane>
        )}
        <Lane name="Screens">
          {drawn.flatMap(({ number, screens }) =>
            screens.map((screen) => (
              <Mark
                key={`${number} ${screen.upTo}`}
                isShown={number === shownLoad && screen === spanAt(screens, step.upTo)}
                name={`Screen ${screen.label}`}
                style={span(screen.from, screen.to)}
                onPress={() => goToLoad(number, screen.upTo)}
              >
                {(scale.xOf(screen.to) - scale.xOf(screen.from)) / perPx > TEXT_PX && screen.label}
              </Mark>
            )),
          )}
        </Lane>
        <Lane name="Calls" className={css['calls']}>
          {drawn.flatMap(({ number, bars }) =>
            bars.map(({ call, x, length, row }) => (
              <Mark
                key={`${number} ${call.sessionId}`}
                tone={TONES[call.outcome]}
                isShown={number === shownLoad && call.upTo === step.upTo}
                name={`Call ${callText(call)}`}
                style={{ left: percent(x), width: percent(length), '--row': row } as CSSProperties}
                onPress={() => goToLoad(number, call.upTo)}
              >
                {length / perPx > TEXT_PX && call.name}
              </Mark>
            )),
          )}
        </Lane>
        <span
          className={css['now']}
          data-now
          style={{ left: percent(scale.xOf((timeline.times[0] ?? 0) + step.at)) }}
        />
      </div>
    </section>
  );
};
