import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { download } from '../record/download.ts';
import { type Flow, readFlow } from '../record/flow.file.ts';
import type { ChangedFlow } from '../what-if/what-if-flow.ts';
import { type ComparisonParts, useComparison } from './compare.view.tsx';
import type { Recording } from './recording.ts';
import type { Step, Timeline } from './timeline.ts';
import { WhatIfDialog } from './what-if-dialog.view.tsx';
import { WhatIfLabel } from './what-if-label.view.tsx';
import { type WhatIfStep, whatIfStep } from './what-if-step.ts';

export type WhatIfProps = ComparisonParts & {
  readonly recording: Recording;
  readonly timeline: Timeline;
  readonly step: Step;
  /** The number of external events up to the step. */
  readonly outside: number;
};

/** A changed recording with the one that it was made from. */
type Made = {
  readonly text: string;
  readonly flow: Flow;
  readonly load: number;
  readonly lines: readonly string[];
  readonly divergence: readonly string[];
  readonly original: Flow;
  readonly originalText: string;
  /** The number of external events up to the step of the first change, in the original. */
  readonly originalOutside: number;
};

const LONGEST_NAME = 80;

/** Changes a message of the shown step, continues on the machines alone and shows the result. */
export const WhatIf = ({ recording, timeline, step, outside, onOpen, onProblem }: WhatIfProps): ReactNode => {
  const [all, setAll] = useState<readonly Made[]>([]);
  const [changing, setChanging] = useState<WhatIfStep | null>(null);
  const { compare, shown } = useComparison({ onOpen, onProblem });
  const made = all.find(({ text }) => text === recording.text) ?? null;

  const start = (): void => {
    const read = readFlow(recording.text);
    if (read.ok) setChanging(whatIfStep(read.flow, recording.chosen, timeline, step));
    else onProblem(read.line);
  };
  const show = (changed: ChangedFlow, from: WhatIfStep): void => {
    const { text, flow, load, divergence } = changed;
    const first = made ?? { original: from.flow, originalText: recording.text, originalOutside: outside };
    const { original, originalText, originalOutside } = first;
    const lines = [...(made?.lines ?? []), ...changed.lines];
    setAll([...all, { text, flow, load, lines, divergence, original, originalText, originalOutside }]);
    setChanging(null);
    onOpen(text, { flow: flow.name, load: load + 1, place: { kind: 'outside', count: changed.outside } });
  };
  const save = ({ flow, text }: Made): void =>
    download(window, { name: flow.name.slice(0, LONGEST_NAME), ending: '.flow.json', type: 'application/json', text });
  const goBack = ({ original, originalText, originalOutside, load }: Made): void =>
    onOpen(originalText, { flow: original.name, load: load + 1, place: { kind: 'outside', count: originalOutside } });
  return (
    <>
      <Button variant="secondary" onClick={start}>
        What if…
      </Button>
      {made && (
        <WhatIfLabel
          lines={made.lines}
          divergence={made.divergence}
          onSave={() => save(made)}
          onCompare={() => compare({ a: made.originalText, b: made.text })}
          onBack={() => goBack(made)}
        />
      )}
      {shown}
      {changing &&
        createPortal(
          <WhatIfDialog
            step={changing}
            original={made?.original ?? changing.flow}
            onChanged={(changed) => show(changed, changing)}
            onClose={() => setChanging(null)}
          />,
          document.body,
        )}
    </>
  );
};
