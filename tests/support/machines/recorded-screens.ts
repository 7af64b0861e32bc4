import { readdirSync, readFileSync } from 'node:fs';
import { type FlowRun, readFlow } from '../../../src/qa/core/record/flow.file.ts';
import { type FoundScene, mergeScenes, scenesOf } from '../../../src/qa/portal/screens/find-scenes.ts';

/** A page load of a recording, with the screens that no earlier recording shows, in their order. */
export type RecordedScreens = { readonly run: FlowRun; readonly scenes: readonly FoundScene[] };

const FLOWS = new URL('../../flows/', import.meta.url);

const readScreens = (): readonly RecordedScreens[] => {
  const flows = readdirSync(FLOWS).map((name) => {
    const read = readFlow(readFileSync(new URL(name, FLOWS), 'utf8'));
    if (!read.ok) throw new Error(`${name}: ${read.line}`);
    return { ...read.flow, name };
  });
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
