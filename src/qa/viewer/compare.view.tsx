import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { RecordingLink } from '../record/recording-link.ts';
import { type ComparedTexts, type Comparison, readComparison } from './comparison.ts';
import { ComparisonView } from './comparison.view.tsx';
import controls from './controls.module.css';

/** Shows a recording at a place. */
export type OpenRecording = (text: string, place: Pick<RecordingLink, 'flow' | 'load' | 'place'>) => void;

export type CompareProps = {
  /** The text of the shown recording. */
  readonly text: string;
  readonly onOpen: OpenRecording;
  /** Why the recordings cannot be compared. */
  readonly onProblem: (problem: string) => void;
};

type Open = { readonly texts: ComparedTexts; readonly comparison: Comparison };

/** Compares the shown recording with a second file, over the viewer. */
export const Compare = ({ text, onOpen, onProblem }: CompareProps): ReactNode => {
  const [open, setOpen] = useState<Open | null>(null);
  const compare = (texts: ComparedTexts): void => {
    const read = readComparison(texts);
    if (read.ok) setOpen({ texts, comparison: read.comparison });
    else onProblem(read.line);
  };
  return (
    <>
      <label className={controls['file']}>
        Compare with…
        <input
          type="file"
          accept=".json"
          onChange={({ target }) => {
            void target.files?.[0]?.text().then((b) => compare({ a: text, b }));
            target.value = '';
          }}
        />
      </label>
      {open &&
        createPortal(
          <ComparisonView
            comparison={open.comparison}
            onClose={() => setOpen(null)}
            onOpen={(side, place) => {
              setOpen(null);
              onOpen(open.texts[side], place);
            }}
          />,
          document.body,
        )}
    </>
  );
};
