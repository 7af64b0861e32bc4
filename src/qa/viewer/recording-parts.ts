import { readFlow } from '../record/flow.file.ts';
import { recordings } from '../record/recordings.ts';
import { openRun } from './open-run.ts';
import { PreviewFrame } from './preview-frame.view.tsx';
import type { RecordingParts } from './recording-parts.types.ts';
import { RecordingTools } from './recording-tools.view.tsx';

/** Recordings of the portal. */
export const recordingParts: RecordingParts = {
  read: readFlow,
  open: openRun,
  Tools: RecordingTools,
  Screen: PreviewFrame,
  recordings,
};
