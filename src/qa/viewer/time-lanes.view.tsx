import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import controls from './controls.module.css';
import { HoverCard } from './hover-card.view.tsx';
import css from './time-lanes.module.css';
import { type LoadLanes, momentsOf, nearestMoment } from './time-lanes.ts';
import { callRows, type Shown, TimeMarks, type TimeMarksProps } from './time-marks.view.tsx';
import { timeScale } from './time-scale.ts';
import { scrollTo, type TimeView, ZOOM_STEP, zoomed } from './time-zoom.ts';
import { secondsText } from './timeline.ts';
import { useElementSize } from './use-element-size.ts';
import { useKeys } from './use-keys.ts';

export type TimeLanesProps = Pick<TimeMarksProps, 'onPick'> & {
  readonly lanes: readonly LoadLanes[];
  readonly shown: Shown;
  /** The screen after a message; null if it cannot be drawn. */
  readonly preview: (load: number, upTo: number) => ReactNode;
};

/** What happened when: page loads, screens, calls of ports and messages on one axis. */
export const TimeLanes = ({ lanes, shown, onPick, preview }: TimeLanesProps): ReactNode => {
  const scroller = useRef<HTMLDivElement | null>(null);
  const [size, watch] = useElementSize();
  const [zoom, setZoom] = useState(1);
  /** The zoom and scroll of the next render: the wheel turns faster than the page renders, and the scroll needs the new width. */
  const next = useRef<TimeView | null>(null);
  const scale = useMemo(() => timeScale(momentsOf(lanes)), [lanes]);
  const perPx = scale.length / Math.max(1, size.width * zoom);
  const rows = useMemo(() => callRows(lanes, scale, perPx), [lanes, scale, perPx]);
  const cursor = scale.xOf(shown.now) / scale.length;

  /** `anchor`: px from the left edge of the visible part; without it the shown step stays where it is. */
  const zoomBy = (by: number, anchor?: number): void => {
    const node = scroller.current;
    if (!node) return;
    const { clientWidth: width, scrollLeft } = node;
    const view = next.current ?? { zoom, scroll: scrollLeft };
    const point = anchor ?? cursor * width * view.zoom - view.scroll;
    const wanted = zoomed(view, by, Math.min(Math.max(0, point), width), width);
    if (wanted.zoom === view.zoom) return;
    next.current = wanted;
    setZoom(wanted.zoom);
  };
  const latestZoom = useRef(zoomBy);
  useEffect(() => {
    latestZoom.current = zoomBy;
    if (next.current?.zoom !== zoom) return;
    if (scroller.current) scroller.current.scrollLeft = next.current.scroll;
    next.current = null;
  });
  const place = useCallback(
    (node: HTMLDivElement | null) => {
      scroller.current = node;
      if (!node) return undefined;
      const onWheel = (event: WheelEvent): void => {
        if (!event.ctrlKey) return;
        // The browser would zoom the page.
        event.preventDefault();
        const anchor = event.clientX - node.getBoundingClientRect().left;
        latestZoom.current(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP, anchor);
      };
      node.addEventListener('wheel', onWheel, { passive: false });
      const unwatch = watch(node);
      return () => {
        node.removeEventListener('wheel', onWheel);
        unwatch?.();
      };
    },
    [watch],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view scrolls when another step is shown
  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const { clientWidth: width, scrollLeft: scroll } = node;
    node.scrollLeft = scrollTo({ zoom, scroll }, cursor * width * zoom, width);
  }, [cursor]);

  const larger = (): void => zoomBy(ZOOM_STEP);
  const smaller = (): void => zoomBy(1 / ZOOM_STEP);
  const fit = (): void => {
    next.current = null;
    setZoom(1);
  };
  useKeys({ 'timeline.larger': larger, 'timeline.smaller': smaller, 'timeline.fit': fit });

  /** `part`: a position on the axis, from 0 to 1. */
  const timeAt = (part: number): number => scale.timeAt(part * scale.length);
  const style = { '--rows': rows } as CSSProperties;
  return (
    <section className={`${css['panel']} ${controls['dense']}`} aria-label="Timeline" style={style}>
      <div className={css['names']}>
        <span className={css['zoom']}>
          <button type="button" aria-label="Zoom out of the timeline" disabled={zoom === 1} onClick={smaller}>
            −
          </button>
          <button type="button" aria-label="Fit the timeline" disabled={zoom === 1} onClick={fit}>
            Fit
          </button>
          <button type="button" aria-label="Zoom into the timeline" onClick={larger}>
            +
          </button>
        </span>
        <span className={css['loads']}>Page loads</span>
        {lanes.some(({ load }) => load.screens) && <span className={css['screens']}>Screens</span>}
        <span className={css['calls']}>Calls</span>
        <span className={css['messages']}>Messages</span>
      </div>
      <HoverCard
        className={css['scroller']}
        ref={place}
        width={`${zoom * 100}%`}
        cardOf={(part) => {
          const at = timeAt(part);
          const near = nearestMoment(lanes, at);
          const screen = lanes.flatMap(({ load }) => load.screens ?? []).findLast(({ from }) => from <= at);
          return {
            title: `${secondsText(at - scale.start)} s`,
            text: screen?.label ?? '',
            preview: () => near && preview(near.load, near.upTo),
          };
        }}
        onPress={(part) => {
          const near = nearestMoment(lanes, timeAt(part));
          if (near) onPick(near.load, near.upTo);
        }}
      >
        <TimeMarks lanes={lanes} scale={scale} perPx={perPx} shown={shown} onPick={onPick} />
      </HoverCard>
    </section>
  );
};
