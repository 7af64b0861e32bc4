import type { ApiLogLine } from '../api/api-client.ts';
import { explainReading } from '../contract/diagnosis.ts';

/** Explains a line of the log to the publisher of the API, in the console. Only in a build with VITE_DIAGNOSE=1. */
export const diagnose = (line: ApiLogLine): void => {
  const text =
    line.event === 'unreadable'
      ? explainReading(line.path, { ...line, path: line.field })
      : `${line.path}: ${line.event}, ${line.detail}`;
  // biome-ignore lint/suspicious/noConsole: a line names an endpoint and never a value
  console.warn(text);
};
