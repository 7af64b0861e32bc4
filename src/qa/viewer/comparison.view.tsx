import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Flow } from '../record/flow.file.ts';
import type { RecordingLink } from '../record/recording-link.ts';
import { shortPath } from '../replay/run-log.lines.ts';
import css from './comparison.module.css';
import { type ComparedStep, type Comparison, externalCountUntil } from './comparison.ts';
import { ComparisonSteps } from './comparison-steps.view.tsx';

export type ComparisonViewProps = {
  readonly comparison: Comparison;
  /** Shows one of the recordings at a place. */
  readonly onOpen: (side: 'a' | 'b', place: Pick<RecordingLink, 'flow' | 'load' | 'place'>) => void;
  readonly onClose: () => void;
};

const ALL = '';

const machineNames = (steps: readonly ComparedStep[]): readonly (readonly [path: string, differences: number])[] => {
  const counts = new Map<string, number>();
  for (const { machine, difference } of steps)
    counts.set(machine.path, (counts.get(machine.path) ?? 0) + (difference ? 1 : 0));
  return [...counts];
};

/** Two recordings side by side, on the whole screen: messages aligned by machine and step, the first divergence shown. */
export const ComparisonView = ({ comparison, onOpen, onClose }: ComparisonViewProps): ReactNode => {
  const { a, b, steps, first, lines, linesOf } = comparison;
  const [shown, setShown] = useState(first);
  const [machine, setMachine] = useState(ALL);
  const [isShort, setShort] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    return () => element?.close();
  }, []);
  const listed = useMemo(
    () =>
      steps.filter(
        (step) => (machine === ALL || step.machine.path === machine) && (!isShort || step.difference !== null),
      ),
    [steps, machine, isShort],
  );
  const step = shown === null ? undefined : steps[shown];
  const words = useMemo(() => (step ? linesOf(step) : []), [step, linesOf]);
  const different = listed.filter(({ difference }) => difference !== null);
  const previous = different.findLast(({ position }) => shown !== null && position < shown);
  const next = different.find(({ position }) => position > (shown ?? -1));
  const open = (side: 'a' | 'b', flow: Flow, row: number): void => {
    const load = step?.run ?? 0;
    const place = { kind: 'outside', count: externalCountUntil(flow, load, row) } as const;
    onOpen(side, { flow: flow.name, load: load + 1, place });
  };
  return (
    <dialog
      ref={dialog}
      className={css['comparison']}
      aria-label="Comparison"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={css['head']}>
        <h2 ref={heading} tabIndex={-1}>
          Comparison
        </h2>
        <label>
          Machine{' '}
          <select value={machine} onChange={({ target }) => setMachine(target.value)}>
            <option value={ALL}>All</option>
            {machineNames(steps).map(([path, count]) => (
              <option key={path} value={path}>
                {shortPath(path)}
                {count > 0 && ` (${count} different)`}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={isShort} onChange={() => setShort(!isShort)} /> Only differences
        </label>
        <Button variant="quiet" disabled={!previous} onClick={() => previous && setShown(previous.position)}>
          Previous difference
        </Button>
        <Button variant="quiet" disabled={!next} onClick={() => next && setShown(next.position)}>
          Next difference
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </header>
      <section className={css['lanes']} aria-label="Messages of both recordings">
        <div className={css['names']}>
          <span />
          <strong>A: {a.name}</strong>
          <strong>B: {b.name}</strong>
        </div>
        <ComparisonSteps steps={listed} shown={shown} onShow={setShown} />
      </section>
      <aside className={css['details']} aria-label="Difference">
        <p>{lines.join(' · ')}</p>
        {first === null && <p>The messages of the recordings are equal.</p>}
        {step && shown === first && <strong>First divergence</strong>}
        {step && <pre>{words.join('\n')}</pre>}
        <div className={css['actions']}>
          {step?.a && (
            <Button variant="secondary" onClick={() => step.a && open('a', a, step.a.row)}>
              Show in A
            </Button>
          )}
          {step?.b && (
            <Button variant="secondary" onClick={() => step.b && open('b', b, step.b.row)}>
              Show in B
            </Button>
          )}
        </div>
      </aside>
    </dialog>
  );
};
