import type { ReactNode } from 'react';
import { Compare, type OpenRecording } from './compare.view.tsx';
import { InspectorButton } from './inspector-button.view.tsx';
import type { OpenRun, Recording } from './recording.ts';
import { ShareButton } from './share-button.view.tsx';
import type { Step, Timeline } from './timeline.ts';
import { WhatIf } from './what-if.view.tsx';

export type RecordingToolsProps = {
  readonly recording: Recording;
  readonly opened: OpenRun | null;
  readonly timeline: Timeline;
  readonly step: Step | undefined;
  readonly onOpen: OpenRecording;
  readonly onProblem: (problem: string | null) => void;
};

/** What can be done with the shown recording, and at the shown step. */
export const RecordingTools = (props: RecordingToolsProps): ReactNode => {
  const { recording, opened, timeline, step, onOpen, onProblem } = props;
  return (
    <>
      <ShareButton recording={recording} onProblem={onProblem} />
      {opened && step && (
        <WhatIf
          recording={recording}
          timeline={timeline}
          step={step}
          outside={opened.steps[step.upTo] ?? 0}
          onOpen={onOpen}
          onProblem={onProblem}
        />
      )}
      <Compare text={recording.text} onOpen={onOpen} onProblem={onProblem} />
      {opened && <InspectorButton key={opened.run.startedAt} messages={opened.sent} upTo={(step?.upTo ?? 0) + 1} />}
    </>
  );
};
