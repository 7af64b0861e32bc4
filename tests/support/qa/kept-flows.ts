import { readdirSync, readFileSync } from 'node:fs';
import { type Flow, type FlowRun, readFlow } from '../../../src/qa/core/record/flow.file.ts';
import { type FoundScene, mergeScenes, scenesOf } from '../../../src/qa/portal/screens/find-scenes.ts';

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

/** A page load of a recording, with the screens that no earlier recording shows, in their order. */
export type RecordedScreens = { readonly run: FlowRun; readonly scenes: readonly FoundScene[] };

const readScreens = (): readonly RecordedScreens[] => {
  const flows = KEPT_NAMES.map((name) => ({ ...flowOf(keptText(name)), name }));
  const found = mergeScenes(flows.map(scenesOf));
  return flows.flatMap(({ name, runs }) =>
    runs.flatMap((run, at) => {
      const scenes = found.filter((scene) => scene.flow === name && scene.run === at);
      return scenes.length > 0 ? [{ run, scenes: scenes.toSorted((one, other) => one.step - other.step) }] : [];
    }),
  );
};

let screens: readonly RecordedScreens[] | null = null;

/** Each screen of the gallery once, with the recording that shows it. */
export const recordedScreens = (): readonly RecordedScreens[] => {
  screens ??= readScreens();
  return screens;
};
