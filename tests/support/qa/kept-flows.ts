import { readdirSync, readFileSync } from 'node:fs';
import { type Flow, type FlowRun, readFlow } from '../../../src/qa/core/record/flow.file.ts';

const FOLDER = new URL('../../flows/', import.meta.url);

export const KEPT_NAMES = readdirSync(FOLDER).map((file) => file.replace('.flow.json', ''));

export const keptText = (name: string): string => readFileSync(new URL(`${name}.flow.json`, FOLDER), 'utf8');

export const flowOf = (text: string): Flow => {
  const read = readFlow(text);
  if (!read.ok) throw new Error(read.line);
  return read.flow;
};

export const keptRun = (name: string, load = 0): FlowRun => {
  const run = flowOf(keptText(name)).runs[load];
  if (!run) throw new Error(`${name} has no page load ${load}`);
  return run;
};
