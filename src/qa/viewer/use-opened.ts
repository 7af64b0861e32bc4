import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { readFlow } from '../record/flow.file.ts';
import { linkHash, type RecordingLink } from '../record/recording-link.ts';
import { recordings } from '../record/recordings.ts';
import type { Finding } from '../replay/finding.ts';
import type { ReportContent } from '../report/report-page.ts';
import type { OpenRecording } from './compare.view.tsx';
import { type Listed, listedSteps } from './listed-steps.ts';
import type { Message } from './message.schema.ts';
import type { Source } from './message.source.ts';
import { positionAt } from './message-filter.ts';
import { openedRun, type Recording, useRuns } from './recording.ts';
import { loadLanes, type TimeLoad } from './time-lanes.ts';
import { type Step, type Timeline, timelineOf } from './timeline.ts';
import type { Playback } from './transport.view.tsx';
import type { ViewerStore } from './viewer-store.ts';

export type OpenedProps = {
  readonly source: Source;
  readonly playback: Playback;
  /** The messages of earlier page loads of the watched page, oldest first. */
  readonly earlier: readonly (readonly Message[])[];
  readonly store: ViewerStore;
  /** The recording of this page, if it is a report. */
  readonly report: ReportContent | null;
  /** The place to which the URL links. */
  readonly link: RecordingLink | null;
  /** The place that is shown now, as a hash. */
  readonly onLink: (hash: string) => void;
};

const pausesOf = (steps: readonly Step[]): number[] =>
  steps.map(({ at }, index) => Math.max(0, (steps[index + 1]?.at ?? at) - at));

/** The messages of a watched page, as a page load; a recording has more data about its page loads. */
const liveLoad = (timeline: Timeline, label: string): TimeLoad => ({
  label,
  start: timeline.messages[0]?.createdAt ?? 0,
  end: timeline.messages.at(-1)?.createdAt ?? 0,
  timeline,
  screens: null,
});

const LINK_PAUSE_MS = 200;

const END = Number.POSITIVE_INFINITY;

const placeOf = (flow: string, { load, count }: Pick<Finding, 'load' | 'count'>): RecordingLink => ({
  flow,
  load: load + 1,
  place: { kind: 'outside', count },
  everything: false,
  query: '',
});

/** `counts`: for each message, how many external events had been sent. */
const positionOf = (place: RecordingLink['place'], steps: readonly Step[], counts: readonly number[]): number => {
  if (place.kind === 'step') return place.step - 1;
  if (place.count === END) return steps.length - 1;
  return positionAt(
    steps,
    counts.findLastIndex((count) => count <= place.count),
  );
};

/** What is opened, and the place in it: a recording, or the page that is watched. */
export const useOpened = ({ source, playback, earlier, store, report, link, onLink }: OpenedProps) => {
  const newest = useSyncExternalStore(source.listen, source.now);
  const [past, setPast] = useState<Timeline | null>(null);
  const pastLoads = useMemo(() => earlier.map(timelineOf), [earlier]);
  const timeline = past ?? newest;
  const snapshot = useSelector(playback, (now) => now);
  const [listed, setListed] = useState<Listed>({ everything: link?.everything ?? false, query: link?.query ?? '' });
  const [wanted, setWanted] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const { opened, all: runs } = useRuns(recording);
  const replayed = runs.filter((run) => run !== null).length;
  /** Where the next recording opens. */
  const destination = useRef(link);
  const { steps, found, all } = listedSteps(timeline, listed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps follow from the timeline and the choice
  useEffect(() => {
    if (timeline.messages.length > 0) playback.send({ type: 'recording.grown', pauses: pausesOf(steps) });
  }, [timeline, listed, playback]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page load resets this
  useEffect(() => {
    if (!opened) return;
    source.replace(opened.messages);
    setWanted(null);
    const opening = listedSteps(source.now(), listed).steps;
    playback.send({ type: 'recording.opened', pauses: pausesOf(opening) });
    const place = destination.current?.place;
    destination.current = null;
    if (!place) return;
    playback.send({ type: 'position.set', position: positionOf(place, opening, opened.steps) });
  }, [opened, source, playback]);

  /** `number` counts from 1; the number after the earlier page loads is the watched page load. `at`: a position; null: the last position. */
  const openLoad = (number: number, at: number | null = null): void => {
    const timeline = pastLoads[number - 1] ?? null;
    setPast(timeline);
    setRecording(null);
    setWanted(null);
    const { steps } = listedSteps(timeline ?? newest, listed);
    playback.send({ type: 'recording.opened', pauses: pausesOf(steps) });
    const position = at ?? (timeline && steps.length - 1);
    playback.send(position === null ? { type: 'playback.follow' } : { type: 'position.set', position });
  };

  /** A report opens at its first finding or at its end; any other recording at a finding of its first page load. */
  const openingOf = (flow: string, runs: Recording['runs']): RecordingLink | null => {
    const loads = report ? runs : runs.slice(0, 1);
    const [first] = [
      ...(report?.finding ? [report.finding] : []),
      ...loads.flatMap((run, at) => openedRun(run, at).findings),
    ];
    if (first) return placeOf(flow, first);
    return report && placeOf(flow, { load: runs.length - 1, count: END });
  };

  /** `name`: the name of a recording of this build. */
  const openText = (text: string, name: string | null = null): void => {
    const read = readFlow(text);
    setProblem(read.ok ? null : read.line);
    if (!read.ok) return;
    const { runs, name: ownName, build, locale, machines } = read.flow;
    const flow = name ?? ownName;
    setPast(null);
    if (name === null && !report) store.setFile(text);
    if (destination.current?.flow !== flow) destination.current = openingOf(flow, runs);
    const chosen = Math.min(destination.current?.load ?? 1, runs.length) - 1;
    setRecording({ name: flow, build, locale, machines, text, runs, chosen });
  };
  const openAt: OpenRecording = (text, at) => {
    const unfiltered = { ...listed, query: '' };
    destination.current = { ...at, ...unfiltered };
    setListed(unfiltered);
    openText(text);
  };
  const list = (next: Listed): void => {
    const moment = steps[snapshot.context.position]?.upTo ?? 0;
    const listing = listedSteps(timeline, next).steps;
    setListed(next);
    playback.send({ type: 'recording.grown', pauses: pausesOf(listing) });
    if (!snapshot.matches('following')) playback.send({ type: 'position.set', position: positionAt(listing, moment) });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link of the URL is opened once
  useEffect(() => {
    if (report) openText(report.text);
    if (report || !link) return;
    const stored = store.file();
    const read = stored === null ? null : readFlow(stored);
    if (stored !== null && read?.ok && read.flow.name === link.flow) {
      openText(stored);
      return;
    }
    const known = recordings.get(link.flow);
    if (known) void known().then((text) => openText(text, link.flow));
    else setProblem(`The link refers to the recording "${link.flow}". Open its file to go to the linked step.`);
  }, []);

  const { position } = snapshot.context;
  const isPaused = !snapshot.matches('playing');
  useEffect(() => {
    if (!recording || !isPaused || destination.current) return undefined;
    const place = { kind: 'step', step: position + 1 } as const;
    const hash = linkHash({ flow: recording.name, load: recording.chosen + 1, place, ...listed });
    const timer = setTimeout(() => onLink(hash), LINK_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [recording, position, isPaused, listed, onLink]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `replayed` counts the runs that are there
  const lanes = useMemo(() => {
    const loads: readonly TimeLoad[] = recording
      ? recording.runs.map(({ tab, address, startedAt, rows }, at) => ({
          label: `tab ${tab}, ${address}`,
          start: startedAt,
          end: startedAt + (rows.at(-1)?.at ?? 0),
          timeline: runs[at]?.timeline ?? null,
          screens: runs[at]?.screens ?? null,
        }))
      : [...pastLoads.map((one) => liveLoad(one, 'earlier')), liveLoad(newest, 'live')];
    return loads.map((load, at) => loadLanes(load, at, (one) => listedSteps(one, listed).steps));
  }, [recording, replayed, pastLoads, newest, listed]);
  const shownLoad = recording ? recording.chosen : past ? pastLoads.indexOf(past) : pastLoads.length;

  /** Shows a message of any page load; `upTo` null: its start. */
  const goToLoad = (load: number, upTo: number | null): void => {
    const { timeline } = lanes[load]?.load ?? {};
    const at = timeline && upTo !== null ? positionAt(listedSteps(timeline, listed).steps, upTo) : 0;
    if (load === shownLoad) playback.send({ type: 'position.set', position: at });
    else if (!recording) openLoad(load + 1, at);
    else {
      destination.current = { flow: recording.name, load: load + 1, place: { kind: 'step', step: at + 1 }, ...listed };
      setRecording({ ...recording, chosen: load });
    }
  };

  const inReport = report?.finding ?? null;
  const ofReplay = runs.flatMap((run) => run?.findings ?? []).filter(({ sentence }) => sentence !== inReport?.sentence);
  const findings = inReport ? [inReport, ...ofReplay] : ofReplay;
  const goToFinding = ({ load, count }: Finding): void => {
    const run = runs[load];
    if (run)
      goToLoad(
        load,
        run.steps.findLastIndex((one) => one <= count),
      );
  };

  return {
    findings,
    goToFinding,
    /** Whether every page load has been replayed. */
    isReplayed: replayed === runs.length,
    timeline,
    snapshot,
    position,
    steps,
    found,
    all,
    listed,
    list,
    wanted,
    setWanted,
    problem,
    setProblem,
    recording,
    setRecording,
    opened,
    runs,
    openAt,
    openText,
    openLoad,
    lanes,
    shownLoad,
    goToLoad,
  };
};
