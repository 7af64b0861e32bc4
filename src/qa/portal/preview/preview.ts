import type { FlowRun } from '../../core/record/flow.file.ts';
import { openReplay, type Replay } from '../../core/replay/replay.ts';
import { portalSystem } from '../portal-system.ts';

export type Scene = {
  readonly revision: number;
  readonly replay: Replay;
  /** Server time of the recording at this step, epoch ms. */
  readonly serverNow: number;
  /** Server time minus device time, ms. */
  readonly offsetMs: number;
};

declare global {
  interface Window {
    /** On the preview page only; the viewer controls it. */
    portalPreview?: Preview;
  }
}

/** The event of a frame that its `portalPreview` is there. */
export const READY = 'preview-ready';

const offsetOf = (replay: Replay): number => {
  const { context } = replay.root.getSnapshot();
  return typeof context?.clockOffsetMs === 'number' ? context.clockOffsetMs : 0;
};

/** Replayed actors for the portal's own views to draw. */
export const createPreview = () => {
  let run: FlowRun | null = null;
  let scene: Scene | null = null;
  let done = 0;
  let revision = 0;
  const listeners = new Set<() => void>();

  const begin = (from: FlowRun): Replay => {
    scene?.replay.stop();
    revision += 1;
    done = 0;
    const replay = openReplay(portalSystem, from, { ignoresEvents: true });
    replay.start();
    return replay;
  };
  const show = (replay: Replay, { startedAt, rows }: FlowRun): void => {
    const at = rows[Math.max(0, replay.position() - 1)]?.at ?? 0;
    const offsetMs = offsetOf(replay);
    scene = { revision, replay, serverNow: startedAt + at + offsetMs, offsetMs };
    for (const listener of listeners) listener();
  };

  return {
    now: (): Scene | null => scene,
    listen: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: (given: FlowRun): void => {
      run = given;
      show(begin(given), given);
    },
    /** Shows the recorded system after this many external events; going back plays the recording again. */
    go: (steps: number): void => {
      if (!run || !scene) return;
      const replay = steps < done ? begin(run) : scene.replay;
      while (done < steps && replay.step()) done += 1;
      show(replay, run);
    },
  };
};

type Preview = ReturnType<typeof createPreview>;
