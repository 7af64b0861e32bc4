import type { Flow } from '../record/flow.file.ts';
import { describeDivergence } from '../replay/divergence.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { openReplay, playThrough, type Replay } from '../replay/replay.ts';
import type { TransitionCounter } from './transition-counter.ts';

/**
 * Counts what the current machines do in a recording, up to the first divergence of each page load. Returns the first line of each
 * divergence.
 */
export const countFlow = (counter: TransitionCounter, { runs }: Flow): readonly string[] =>
  runs.flatMap((run) => {
    let opened: Replay | null = null;
    let isOver = false;
    const replay = openReplay(portalSystem, run, {
      watch: (seen) => {
        if (!isOver && !opened?.divergence()) counter.inspect(seen);
      },
    });
    opened = replay;
    playThrough(replay);
    isOver = true;
    const divergence = replay.divergence();
    replay.stop();
    return divergence ? describeDivergence(divergence).split('\n').slice(0, 1) : [];
  });
