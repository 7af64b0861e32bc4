import { type ReactNode, useEffect, useRef } from 'react';
import { List } from '../../ui/list.tsx';
import type { Step } from '../diff/machine-steps.ts';
import { shortPath, stateText } from '../replay/run-log.lines.ts';
import css from './comparison.module.css';
import type { ComparedStep } from './comparison.ts';
import { scrollInside } from './scroll-inside.ts';
import { secondsText } from './timeline.ts';

const KINDS = {
  equal: 'equal in both',
  differs: 'different',
  'only-a': 'only in A',
  'only-b': 'only in B',
} as const;

const Side = ({ step }: { readonly step: Step | null }): ReactNode =>
  step ? (
    <span className={css['side']}>
      <span className={css['time']}>{secondsText(step.at)}</span>
      <span className={css['event']}>{step.event.type === 'xstate.init' ? 'starts' : step.event.type}</span>
      {step.hasMoved && <span className={css['state']}>{stateText(step.value)}</span>}
    </span>
  ) : (
    <span>–</span>
  );

export type ComparisonStepsProps = {
  readonly steps: readonly ComparedStep[];
  /** The position of the shown step. */
  readonly shown: number | null;
  readonly onShow: (position: number) => void;
};

/** The messages of two recordings in two lanes, one line each; the shown one is marked and kept in sight. */
export const ComparisonSteps = ({ steps, shown, onShow }: ComparisonStepsProps): ReactNode => {
  const list = useRef<HTMLOListElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked line is found in the page after each choice
  useEffect(() => {
    const marked = list.current?.querySelector('[aria-current="step"]');
    if (marked) scrollInside(marked, 'center');
  }, [shown, steps]);
  return (
    <List ordered ref={list}>
      {steps.map(({ position, run, machine, a, b, difference }, at) => {
        const kind = difference?.kind ?? 'equal';
        return (
          <li key={position}>
            {steps[at - 1]?.run !== run && <p className={css['load']}>Page load {run + 1}</p>}
            <button
              type="button"
              className={css['row']}
              data-kind={kind}
              aria-current={position === shown ? 'step' : undefined}
              onClick={() => onShow(position)}
            >
              <span className={css['machine']}>{shortPath(machine.path)}</span>
              <span className="visually-hidden">{KINDS[kind]}</span>
              <Side step={a} />
              <Side step={b} />
            </button>
          </li>
        );
      })}
    </List>
  );
};
