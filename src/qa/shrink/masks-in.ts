import type { FlowRow } from '../record/flow.file.ts';

/** The highest number of a mask in rows, so that a redactor continues after it. */
export const masksIn = (rows: readonly FlowRow[]): number =>
  Math.max(0, ...[...JSON.stringify(rows).matchAll(/•••(\d+)/g)].map(([, number]) => Number(number)));
