import type { Flow } from '../record/flow.file.ts';
import { subject } from '../subject.ts';
import { changedCharts } from './changed-charts.ts';

/** Why a replay may say less than a reader expects, as sentences. */
export const flowWarnings = ({ machines, runs }: Pick<Flow, 'machines' | 'runs'>): readonly string[] => {
  const changed = changedCharts(subject('system'), machines).join(', ');
  return [
    ...(changed
      ? [`Charts that changed since the recording: ${changed} (the code of guards and actions is not compared).`]
      : []),
    ...(runs.some(({ cut }) => cut) ? ['The recorder was full: the end of the recording is missing.'] : []),
  ];
};
