import type { ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../ui/button.tsx';
import page from '../page/qa-page.module.css';
import type { playbackMachine } from './playback.machine.ts';
import css from './viewer.module.css';

export type Playback = ActorRefFrom<typeof playbackMachine>;

export type TransportProps = {
  readonly playback: Playback;
  readonly snapshot: SnapshotFrom<typeof playbackMachine>;
  /** What screen readers say for the position. */
  readonly label: string;
  readonly isLive: boolean;
};

/** Buttons and the scrubber; arrow keys on the scrubber go step by step. */
export const Transport = ({ playback, snapshot, label, isLive }: TransportProps): ReactNode => {
  const { pauses, position } = snapshot.context;
  const isPlaying = snapshot.matches('playing');
  const isEmpty = snapshot.matches('empty');
  return (
    <div className={css['transport']}>
      <Button
        variant="quiet"
        disabled={isEmpty || position === 0}
        onClick={() => playback.send({ type: 'step.backward' })}
      >
        Back
      </Button>
      <Button
        variant="secondary"
        disabled={isEmpty}
        onClick={() => playback.send({ type: isPlaying ? 'playback.pause' : 'playback.start' })}
      >
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <Button
        variant="quiet"
        disabled={isEmpty || position >= pauses.length - 1}
        onClick={() => playback.send({ type: 'step.forward' })}
      >
        Forward
      </Button>
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={label}
        min={0}
        max={Math.max(0, pauses.length - 1)}
        value={position}
        disabled={isEmpty}
        onChange={({ target }) => playback.send({ type: 'position.set', position: target.valueAsNumber })}
      />
      <output className={css['count']}>{isEmpty ? '0 / 0' : `${position + 1} / ${pauses.length}`}</output>
      {isLive && (
        <label className={page['check']}>
          <input
            type="checkbox"
            checked={snapshot.matches('following')}
            disabled={isEmpty}
            onChange={({ target }) => playback.send({ type: target.checked ? 'playback.follow' : 'playback.pause' })}
          />
          Follow
        </label>
      )}
    </div>
  );
};
