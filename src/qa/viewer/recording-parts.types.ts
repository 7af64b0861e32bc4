import type { ReactNode } from 'react';
import type { FlowReading, FlowRun } from '../record/flow.file.ts';
import type { PreviewFrameProps } from './preview-frame.view.tsx';
import type { OpenRun } from './recording.ts';
import type { RecordingToolsProps } from './recording-tools.view.tsx';

/** What a viewer needs to show recordings. It contains the machines and views of the portal, so the viewer of another app has none. */
export type RecordingParts = {
  readonly read: (text: string) => FlowReading;
  /** Replays a page load. */
  readonly open: (run: FlowRun) => OpenRun;
  /** What can be done with the shown recording. */
  readonly Tools: (props: RecordingToolsProps) => ReactNode;
  /** The screen at a step. */
  readonly Screen: (props: PreviewFrameProps) => ReactNode;
  /** Recordings that are part of this build, by name. */
  readonly recordings: ReadonlyMap<string, () => Promise<string>>;
};
