import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { FlowRun } from '../record/flow.file.ts';
import css from './preview-frame.module.css';

const WIDTHS = { mobile: 390, desktop: 1280 } as const;
const HEIGHT = 844;

export type PreviewFrameProps = {
  readonly run: FlowRun;
  /** Messages from outside so far. */
  readonly steps: number;
  readonly isMobile: boolean;
};

/** The portal's own views, drawn from the replayed machines, as wide as the recorded page and scaled to fit. */
export const PreviewFrame = ({ run, steps, isMobile }: PreviewFrameProps): ReactNode => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isThere, setThere] = useState(false);
  const [room, setRoom] = useState(0);
  const width = isMobile ? WIDTHS.mobile : WIDTHS.desktop;
  const scale = room ? Math.min(1, room / width) : 1;

  const watch = useCallback((node: HTMLElement | null) => {
    if (!node) return undefined;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (isThere) frame.current?.contentWindow?.portalPreview?.open(run);
  }, [isThere, run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is shown at its step, too
  useEffect(() => {
    if (isThere) frame.current?.contentWindow?.portalPreview?.go(steps);
  }, [isThere, run, steps]);

  return (
    <div className={css['frame']} ref={watch}>
      <div style={{ width: width * scale, height: HEIGHT * scale }}>
        <iframe
          ref={frame}
          title="The portal as it was"
          src="/qa-preview"
          onLoad={() => setThere(true)}
          style={{ width, height: HEIGHT, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
};
