import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './lab.module.css';
import type { PanelProps } from './order-panel.view.tsx';

const SPANS = [
  [30, '30 s'],
  [300, '5 min'],
  [3_600, '1 h'],
] as const;

const spanText = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** Advances the time of the server and of the page. */
export const TimePanel = ({ lab, onDone }: PanelProps): ReactNode => (
  <section>
    <h2>Time</h2>
    <div className={css['buttons']}>
      {SPANS.map(([seconds, words]) => (
        <Button
          key={seconds}
          variant="secondary"
          onClick={() => void lab.letPass({ seconds }).then(onDone(`${words} pass`))}
        >
          {words} pass
        </Button>
      ))}
      {lab.passedMs() > 0 && (
        <>
          <span>This browser is {spanText(lab.passedMs())} ahead.</span>
          <Button variant="quiet" onClick={lab.toRealTime}>
            Back to the real time
          </Button>
        </>
      )}
    </div>
  </section>
);
