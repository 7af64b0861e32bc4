import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import css from './what-if.module.css';

export type WhatIfLabelProps = {
  /** What was changed, one fact per line. */
  readonly lines: readonly string[];
  /** Where it first differs from the original, in words. */
  readonly divergence: readonly string[];
  readonly onSave: () => void;
  readonly onCompare: () => void;
  readonly onBack: () => void;
};

/** Says that the shown recording never happened, and what is different in it. */
export const WhatIfLabel = ({ lines, divergence, onSave, onCompare, onBack }: WhatIfLabelProps): ReactNode => (
  <section className={css['label']} aria-label="What if">
    <div className={css['facts']}>
      <strong>What if</strong>
      <List>
        {lines.map((line) => (
          <li key={line} data-detail={line.startsWith(' ') || undefined}>
            {line}
          </li>
        ))}
      </List>
    </div>
    <details open={true} className={css['divergence']}>
      <summary>Against the original (A: original, B: what if)</summary>
      <pre>{divergence.join('\n')}</pre>
    </details>
    <div className={css['actions']}>
      <Button variant="secondary" onClick={onSave}>
        Save as recording
      </Button>
      <Button variant="secondary" onClick={onCompare}>
        Compare
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Back to the original
      </Button>
    </div>
  </section>
);
