import type { FlowRun } from '../record/flow.file.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { openReplay, type Replay } from '../replay/replay.ts';

export type Scene = {
  /** Another number: another root actor. */
  readonly take: number;
  readonly replay: Replay;
  /** Server time of the recording at this step, epoch ms. */
  readonly serverNow: number;
};

export type Stage = {
  /** Null until something was opened. */
  readonly now: () => Scene | null;
  readonly listen: (hear: () => void) => () => void;
  readonly open: (run: FlowRun) => void;
  /** Shows the recorded system after this many messages from outside; going back plays the recording again. */
  readonly go: (steps: number) => void;
};

declare global {
  interface Window {
    /** On the stage's page only: what the viewer drives it with. */
    portalStage?: Stage;
  }
}

const offsetOf = (replay: Replay): number => {
  const { context } = replay.root.getSnapshot();
  return typeof context?.clockOffsetMs === 'number' ? context.clockOffsetMs : 0;
};

/** Replayed actors for the portal's own views to draw. */
export const createStage = (): Stage => {
  let run: FlowRun | null = null;
  let scene: Scene | null = null;
  let done = 0;
  let take = 0;
  const listeners = new Set<() => void>();

  const begin = (from: FlowRun): Replay => {
    scene?.replay.stop();
    take += 1;
    done = 0;
    const replay = openReplay(portalSystem, from, { isDeaf: true });
    replay.start();
    return replay;
  };
  const show = (replay: Replay, { startedAt, rows }: FlowRun): void => {
    const at = rows[Math.max(0, replay.position() - 1)]?.at ?? 0;
    scene = { take, replay, serverNow: startedAt + at + offsetOf(replay) };
    for (const hear of listeners) hear();
  };

  return {
    now: () => scene,
    listen: (hear) => {
      listeners.add(hear);
      return () => {
        listeners.delete(hear);
      };
    },
    open: (given) => {
      run = given;
      show(begin(given), given);
    },
    go: (steps) => {
      if (!run || !scene) return;
      const replay = steps < done ? begin(run) : scene.replay;
      while (done < steps && replay.step()) done += 1;
      show(replay, run);
    },
  };
};
