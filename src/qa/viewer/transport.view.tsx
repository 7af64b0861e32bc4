import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import page from '../page/qa-page.module.css';
import type { Opened } from './use-opened.ts';
import css from './viewer.module.css';

export type TransportProps = {
  readonly place: Opened;
  /** What screen readers say for the position. */
  readonly label: string;
  readonly isLive: boolean;
};

/** Buttons and the scrubber; arrow keys on the scrubber go step by step. */
export const Transport = ({ place, label, isLive }: TransportProps): ReactNode => {
  const { steps, position, isAtEnd, goTo } = place;
  return (
    <div className={css['transport']}>
      <Button variant="quiet" disabled={position === 0} onClick={() => goTo(position - 1)}>
        Back
      </Button>
      <Button variant="quiet" disabled={position >= steps.length - 1} onClick={() => goTo(position + 1)}>
        Forward
      </Button>
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={label}
        min={0}
        max={steps.length - 1}
        value={position}
        onChange={({ target }) => goTo(target.valueAsNumber)}
      />
      <output className={css['count']}>
        {position + 1} / {steps.length}
      </output>
      {isLive && (
        <label className={page['check']}>
          <input type="checkbox" checked={isAtEnd} onChange={() => goTo(isAtEnd ? position : steps.length)} />
          Follow
        </label>
      )}
    </div>
  );
};
