import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { buildConfig } from '../../../platform/build-config.ts';
import { List } from '../../../ui/list.tsx';
import { changedCharts } from '../../core/replay/flow-warnings.ts';
import { READY } from '../../portal/preview/preview.ts';
import { type ElementSize, useElementSize, useTheme } from '../page/use-sizes.ts';
import { type OpenRun, type Recording, recordedWords } from './open-run.ts';
import css from './panes.module.css';
import { snapshotAt } from './timeline.ts';
import type { PaneProps } from './use-opened.ts';

const WIDTHS = { mobile: 390, desktop: 1280 } as const;
const HEIGHT = 844;
/** A screen is drawn smaller than this only to fit its width; to fit its height, it scrolls instead. */
const READABLE = 0.5;

/** What recordings of this build name as their build. */
const BUILD = [buildConfig.version, import.meta.env['VITE_BUILD_ID']].filter(Boolean).join('+');

/** Without a server, the frame gets the style and the script of this page. */
const pageInFrame = (): string => {
  const parts = [...document.querySelectorAll('head > style'), document.getElementById('script')];
  return `<!doctype html><div id="app"></div>${parts.map((part) => part?.outerHTML).join('')}`;
};

/** What a frame needs to draw the portal. `isReport`: this page has no server. */
const previewSource = (query: Readonly<Record<string, string>>, isReport: boolean) => {
  const text = new URLSearchParams(query).toString();
  return isReport ? { srcDoc: pageInFrame(), 'data-query': text } : { src: `/qa?preview&${text}` };
};

/** The scale at which a screen of this width fits into a pane; if that is too small to read, a larger scale that still fits the width. */
export const screenScale = ({ width, height }: ElementSize, screenWidth: number): number => {
  const acrossWidth = Math.min(1, width / screenWidth);
  const all = Math.min(acrossWidth, height / HEIGHT);
  return Math.max(all, Math.min(acrossWidth, READABLE));
};

type PreviewFrameProps = PaneProps & { readonly opened: OpenRun; readonly recording: Recording };

/** The portal's own views, drawn from the replayed machines, as wide as the recorded page and scaled to fit. */
export const PreviewFrame = ({ place, step, opened, recording }: PreviewFrameProps) => {
  const { timeline, findings, isReport } = place;
  const { run } = opened;
  const lang = recording.locale;
  const theme = useTheme();
  const steps = opened.steps[step.upTo] ?? 0;
  const root = snapshotAt(timeline, timeline.tracks[0]?.sessionId ?? '', step.upTo);
  const words = recordedWords(opened, step.upTo);
  /** The machines of this build do not do what the recorded ones did. */
  const isChanged = findings.length > 0 || changedCharts(recording).length > 0 || recording.build !== BUILD;
  const source = useMemo(() => previewSource({ theme, lang }, isReport), [theme, lang, isReport]);
  const frame = useRef<HTMLIFrameElement | null>(null);
  /** How often the frame was loaded: a change of the theme loads it again. */
  const [loads, setLoads] = useState(0);
  const watchFrame = useCallback((node: HTMLIFrameElement | null) => {
    const onReady = (): void => setLoads((count) => count + 1);
    frame.current = node;
    node?.addEventListener(READY, onReady);
    return () => node?.removeEventListener(READY, onReady);
  }, []);
  const [size, watch] = useElementSize();
  const width = (root?.now.context as { readonly isMobile?: boolean } | undefined)?.isMobile
    ? WIDTHS.mobile
    : WIDTHS.desktop;
  const scale = screenScale(size, width);

  useEffect(() => {
    if (loads > 0) frame.current?.contentWindow?.portalPreview?.open(run);
  }, [loads, run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is shown at its step, too
  useEffect(() => {
    if (loads > 0) frame.current?.contentWindow?.portalPreview?.go(steps);
  }, [loads, run, steps]);

  return (
    <section
      className={css['screen']}
      ref={watch}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll a screen that is larger than its container
      tabIndex={0}
      aria-label="Screen, scrolls"
    >
      {isChanged && <p>Drawn by this build; the recorded page may have been another.</p>}
      {words.length > 0 && (
        <details className={css['words']}>
          <summary>Words of the recorded page</summary>
          <List>
            {words.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a page keep their order
              <li key={at}>{line}</li>
            ))}
          </List>
        </details>
      )}
      <div style={{ width: width * scale, height: HEIGHT * scale }}>
        <iframe
          key={`${theme} ${lang}`}
          ref={watchFrame}
          title="The portal as it was"
          {...source}
          style={{ width, height: HEIGHT, transform: `scale(${scale})`, visibility: loads > 0 ? 'visible' : 'hidden' }}
        />
      </div>
    </section>
  );
};
