import type { ReactNode } from 'react';
import { Compare, type OpenRecording } from './compare.view.tsx';
import { InspectorButton } from './inspector-button.view.tsx';
import type { OpenRun } from './open-run.ts';
import type { Recording } from './recording.ts';
import { ShareButton } from './share-button.view.tsx';
import type { Step } from './timeline.ts';

export type RecordingToolsProps = {
  readonly recording: Recording;
  readonly opened: OpenRun | null;
  readonly step: Step | undefined;
  /** This page is a report, which is what *Share* makes. */
  readonly isReport: boolean;
  readonly onOpen: OpenRecording;
  readonly onProblem: (problem: string | null) => void;
};

/** What can be done with the shown recording, and at the shown step. */
export const RecordingTools = (props: RecordingToolsProps): ReactNode => {
  const { recording, opened, step, isReport, onOpen, onProblem } = props;
  return (
    <>
      {!isReport && <ShareButton recording={recording} onProblem={onProblem} />}
      <Compare text={recording.text} onOpen={onOpen} onProblem={onProblem} />
      {opened && <InspectorButton key={opened.run.startedAt} messages={opened.sent} upTo={(step?.upTo ?? 0) + 1} />}
    </>
  );
};
