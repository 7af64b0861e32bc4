import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { readFlow } from '../record/flow.file.ts';
import { linkHash, type RecordingLink } from '../record/recording-link.ts';
import { recordings } from '../record/recordings.ts';
import type { Finding } from '../replay/finding.ts';
import type { ReportContent } from '../report/report-page.ts';
import { type Listed, listedSteps, positionAt } from './listed-steps.ts';
import type { Source } from './live.source.ts';
import type { Message } from './message.schema.ts';
import { openRun, type Recording } from './open-run.ts';
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

const findingsOf = (recording: Recording | null, inReport: Finding | null): readonly Finding[] => {
  const ofReplay = recording?.runs.flatMap(({ findings }) => findings) ?? [];
  return inReport ? [inReport, ...ofReplay.filter(({ sentence }) => sentence !== inReport.sentence)] : ofReplay;
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
  const opened = recording?.runs[recording.chosen] ?? null;
  const findings = findingsOf(recording, report?.finding ?? null);
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

  /** Shows a page load of the watched page; its number after the earlier ones is the one that is watched. `at`: a position; null: the last one. */
  const openLoad = (number: number, at: number | null = null): void => {
    const timeline = pastLoads[number] ?? null;
    setPast(timeline);
    setWanted(null);
    const { steps } = listedSteps(timeline ?? newest, listed);
    playback.send({ type: 'recording.opened', pauses: pausesOf(steps) });
    const position = at ?? (timeline && steps.length - 1);
    playback.send(position === null ? { type: 'playback.follow' } : { type: 'position.set', position });
  };

  /** Opens a recording at the linked place, at its first finding or at its end. `name`: the name of a recording of this build. */
  const openText = (text: string, name: string | null = null): void => {
    const read = readFlow(text);
    setProblem(read.ok ? null : read.line);
    if (!read.ok) return;
    const { runs, name: ownName, build, locale, machines } = read.flow;
    const next = { name: name ?? ownName, build, locale, machines, text, runs: runs.map(openRun), chosen: 0 };
    if (name === null && !report) store.setFile(text);
    if (destination.current?.flow !== next.name) {
      const [first = { load: runs.length - 1, count: END }] = findingsOf(next, report?.finding ?? null);
      destination.current = placeOf(next.name, first);
    }
    setRecording({ ...next, chosen: Math.min(destination.current.load, runs.length) - 1 });
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

  const lanes = useMemo(() => {
    const loads: readonly TimeLoad[] = recording
      ? recording.runs.map(({ run: { tab, address, startedAt, rows }, timeline, screens }) => ({
          label: `tab ${tab}, ${address}`,
          start: startedAt,
          end: startedAt + (rows.at(-1)?.at ?? 0),
          timeline,
          screens,
        }))
      : [...pastLoads.map((one) => liveLoad(one, 'earlier')), liveLoad(newest, 'live')];
    return loads.map((load, at) => loadLanes(load, at, (one) => listedSteps(one, listed).steps));
  }, [recording, pastLoads, newest, listed]);
  const shownLoad = recording ? recording.chosen : past ? pastLoads.indexOf(past) : pastLoads.length;

  /** Shows a message of any page load; `upTo` null: its start. */
  const goToLoad = (load: number, upTo: number | null): void => {
    const { timeline } = lanes[load]?.load ?? {};
    const at = timeline && upTo !== null ? positionAt(listedSteps(timeline, listed).steps, upTo) : 0;
    if (load === shownLoad) playback.send({ type: 'position.set', position: at });
    else if (!recording) openLoad(load, at);
    else {
      destination.current = { flow: recording.name, load: load + 1, place: { kind: 'step', step: at + 1 }, ...listed };
      setRecording({ ...recording, chosen: load });
    }
  };
  const goToFinding = ({ load, count }: Finding): void =>
    goToLoad(load, recording?.runs[load]?.steps.findLastIndex((one) => one <= count) ?? null);

  return {
    findings,
    goToFinding,
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
    opened,
    openText,
    openLoad,
    lanes,
    shownLoad,
    goToLoad,
  };
};

export type Opened = ReturnType<typeof useOpened>;
