import { type Flow, readFlow, writeFlow } from '../record/flow.file.ts';
import { stateText } from '../replay/run-log.lines.ts';
import { completeSkeleton } from './complete-skeleton.ts';
import { type ParsedTrail, readTrail, type TrailStep } from './read-trail.ts';
import { missingPlaces, readSkeleton, type Skeleton, writeSkeleton } from './skeleton.file.ts';
import { skeletonOf } from './skeleton.ts';

/** `ending`: the ending of the name of the file to write. `next`: what to do with it. */
export type TrailFile =
  | {
      readonly ok: true;
      readonly lines: readonly string[];
      readonly ending: string;
      readonly text: string;
      readonly next: string;
    }
  | { readonly ok: false; readonly lines: readonly string[] };

const stepLine = ({ actor, type, isFromPage, before, after }: TrailStep, at: number, width: number): string => {
  const isStart = type === 'xstate.init';
  const head = `${String(at + 1).padStart(3)}  ${actor.padEnd(width)}  ${isFromPage ? '* ' : '  '}${isStart ? 'starts' : (type ?? '?')}`;
  if (after === null) return `${head}  (not reached)`;
  const hasMoved = isStart || stateText(before) !== stateText(after);
  return hasMoved ? `${head}  ⇒ ${stateText(after)}` : head;
};

const startLine = ({ after }: Skeleton, { dropped }: ParsedTrail): string => {
  if (after === null) return 'The trail begins with the page load.';
  const found = `kept recording ${after.recording}, page load ${after.load}, before row ${after.row}`;
  return after.recording.startsWith('MISSING')
    ? `${dropped} messages before it are missing, and no kept recording leads to its first states.`
    : `${dropped} messages before it are missing. Its first states are those of ${found}.`;
};

const skeletonFile = (trail: ParsedTrail, recordings: readonly Flow[]): TrailFile => {
  const skeleton = skeletonOf(trail, recordings);
  const width = Math.max(0, ...trail.steps.map(({ actor }) => actor.length));
  const about = [
    `${trail.steps.length} steps`,
    ...(trail.build === null ? [] : [`build ${trail.build}`]),
    ...(trail.copiedAt === null ? [] : [`copied ${new Date(trail.copiedAt).toISOString()}`]),
  ];
  return {
    ok: true,
    lines: [
      `${about.join(', ')}; * is a message from the page`,
      ...trail.steps.map((step, at) => stepLine(step, at, width)),
      startLine(skeleton, trail),
      `${missingPlaces(skeleton).length} places are marked as MISSING.`,
    ],
    ending: '.skeleton.json',
    text: writeSkeleton(skeleton),
    next: 'Fill in what is MISSING, then run this command with that file.',
  };
};

/**
 * What `npm run replay -- --trail` does with a text: a support bundle becomes a skeleton, a completed skeleton a recording. `name`: of
 * the recording. `recordingTexts`: the texts of the recordings in `tests/flows`.
 */
export const trailFile = (text: string, name: string, recordingTexts: readonly string[]): TrailFile => {
  const recordings = recordingTexts.flatMap((one) => {
    const read = readFlow(one);
    return read.ok ? [read.flow] : [];
  });
  if (!text.trimStart().startsWith('{')) {
    const read = readTrail(text);
    return read.ok ? skeletonFile(read.trail, recordings) : { ok: false, lines: [read.line] };
  }
  const read = readSkeleton(text);
  if (!read.ok) return { ok: false, lines: [read.line] };
  const completion = completeSkeleton(read.skeleton, name, recordings);
  if (!completion.ok) return { ok: false, lines: [completion.line] };
  return {
    ok: true,
    lines: ['The current machines do what the trail says.'],
    ending: '.flow.json',
    text: writeFlow(completion.flow),
    next: 'All recording tools accept it.',
  };
};
