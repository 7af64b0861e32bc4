import { useEffect, useMemo, useState } from 'react';
import { readFlow } from '../../core/record/flow.file.ts';
import { linkHash, type RecordingLink, readLink } from '../../core/record/recording-link.ts';
import type { Finding } from '../../core/replay/finding.ts';
import { replayFindings } from '../../portal/check/replay-findings.ts';
import { recordings } from '../../portal/recordings.ts';
import { reportIn } from '../report/report-page.ts';
import { type OpenRun, openRun, type Recording } from './open-run.ts';
import { useShownMachine } from './shown-machine.ts';
import { loadLanes } from './time-lanes.ts';
import { type Listed, listedSteps, positionAt, type Step, timelineOf, trackOf } from './timeline.ts';

/** The recording of this page, if it is a report. */
const REPORT = reportIn(document);

/** The recording so far of the page that opened this one; null for a page that is closed or loads, and for one of another origin. */
export const recordedByOpener = () => {
  try {
    const qa = (window.opener as Window | null)?.portalQa;
    return qa ? { size: JSON.stringify(qa.count()), text: qa.text } : null;
  } catch {
    return null;
  }
};

const FILE = 'qa.viewer.file';

/** The file that was opened last, for a visit of another tab of the page if the browser has no room for it. */
let lastFile: string | null = null;

const storedFile = (): string | null => lastFile ?? sessionStorage.getItem(FILE);

/** Stores the opened file for a reload of this tab. */
const storeFile = (text: string): void => {
  lastFile = text;
  sessionStorage.removeItem(FILE);
  try {
    sessionStorage.setItem(FILE, text);
  } catch {
    // The file is too large: after a reload it has to be opened again.
  }
};

/** A moment: the number of a page load, from 0, and the index of a message. */
type Place = { readonly load: number; readonly upTo: number };

const LINK_PAUSE_MS = 200;
const LIVE_PAUSE_MS = 1_000;
const NOTHING = timelineOf([]);
/** The newest message, also when more arrive. */
const END = Number.POSITIVE_INFINITY;

const findingsOf = (recording: Recording | null): readonly Finding[] => {
  const inReport = REPORT?.finding ?? null;
  const ofReplay = recording?.findings ?? [];
  return inReport ? [inReport, ...ofReplay.filter(({ sentence }) => sentence !== inReport.sentence)] : ofReplay;
};

/** The place after a number of external events. */
const placeAfter = (runs: readonly OpenRun[], load: number, count: number): Place => ({
  load,
  upTo: runs[load]?.steps.findLastIndex((one) => one <= count) ?? END,
});

const linkedPlace = (runs: readonly OpenRun[], { load, place, ...listed }: RecordingLink): Place => {
  const number = Math.min(load, runs.length) - 1;
  if (place.kind === 'outside') return placeAfter(runs, number, place.count);
  const { steps } = listedSteps(runs[number]?.timeline ?? NOTHING, listed);
  return { load: number, upTo: steps[place.step - 1]?.upTo ?? END };
};

/** The opened recording, and the place in it. `isLive`: the recording of another page is followed. */
export const useOpened = (isLive: boolean) => {
  const [link] = useState(() => (isLive ? null : readLink(window.location.hash)));
  const [listed, list] = useState<Listed>({ everything: link?.everything ?? false, query: link?.query ?? '' });
  const [wanted, setWanted] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const [place, setPlace] = useState<Place>({ load: 0, upTo: END });
  const opened = recording?.runs[place.load] ?? null;
  const timeline = opened?.timeline ?? NOTHING;
  const findings = findingsOf(recording);
  const { steps, found, all } = listedSteps(timeline, listed);
  const isAtEnd = place.upTo === END;
  const position = isAtEnd ? Math.max(0, steps.length - 1) : positionAt(steps, place.upTo);
  const step = steps[position];

  /** Opens a recording at the linked place, at its first finding or at its end. `name`: the name of a recording of this build. */
  const openText = (text: string, name: string | null = null, at: RecordingLink | null = null): void => {
    const read = readFlow(text);
    setProblem(read.ok ? null : read.line);
    if (!read.ok) return;
    const { name: ownName, build, locale, machines } = read.flow;
    const runs = read.flow.runs.map((run) => openRun(run));
    const next = { name: name ?? ownName, build, locale, machines, text, runs, findings: replayFindings(read.flow) };
    const [first] = findingsOf(next);
    if (name === null && !REPORT && !isLive) storeFile(text);
    setRecording(next);
    if (!isLive) setWanted(null);
    if (isLive) setPlace((was) => (was.upTo === END ? { load: runs.length - 1, upTo: END } : was));
    else if (at?.flow === next.name) setPlace(linkedPlace(runs, at));
    else setPlace(first ? placeAfter(runs, first.load, first.count) : { load: runs.length - 1, upTo: END });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link of the URL is opened once
  useEffect(() => {
    if (REPORT) openText(REPORT.text, null, link);
    if (REPORT || !link) return;
    const stored = storedFile();
    const read = stored === null ? null : readFlow(stored);
    if (stored !== null && read?.ok && read.flow.name === link.flow) {
      openText(stored, null, link);
      return;
    }
    const known = recordings.get(link.flow);
    if (known) void known().then((text) => openText(text, link.flow, link));
    else setProblem(`The link refers to the recording "${link.flow}". Open its file to go to the linked step.`);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the interval opens what was recorded since
  useEffect(() => {
    if (!isLive) return undefined;
    let size = '';
    const look = (): void => {
      const now = recordedByOpener();
      if (now === null || now.size === size) return;
      size = now.size;
      openText(now.text());
    };
    look();
    const timer = setInterval(look, LIVE_PAUSE_MS);
    return () => clearInterval(timer);
  }, [isLive]);

  useEffect(() => {
    if (!recording || isLive) return undefined;
    const shown = { kind: 'step', step: position + 1 } as const;
    const hash = linkHash({ flow: recording.name, load: place.load + 1, place: shown, ...listed });
    const timer = setTimeout(() => window.history.replaceState(null, '', hash), LINK_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [recording, isLive, place.load, position, listed]);

  const lanes = useMemo(
    () => (recording?.runs ?? []).map((one, load) => loadLanes(one, load, listedSteps(one.timeline, listed).steps)),
    [recording, listed],
  );

  /** Shows a message of any page load. */
  const goToLoad = (load: number, upTo: number): void => {
    if (load !== place.load) setWanted(null);
    setPlace({ load, upTo });
  };
  return {
    isLive,
    /** This page is what *Share* makes. */
    isReport: REPORT !== null,
    findings,
    goToFinding: ({ load, count }: Finding): void => {
      const { upTo } = placeAfter(recording?.runs ?? [], load, count);
      goToLoad(load, upTo);
    },
    timeline,
    nameOf: (sessionId: string | null) => trackOf(timeline, sessionId)?.name ?? null,
    machine: useShownMachine(timeline, step, wanted),
    position,
    step,
    /** Shows a step; `END` follows the newest one. */
    goTo: (at: number): void => setPlace({ load: place.load, upTo: steps[at]?.upTo ?? END }),
    isAtEnd,
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
    lanes,
    shownLoad: place.load,
    goToLoad,
  };
};

export type Opened = ReturnType<typeof useOpened>;

/** What a pane draws. `step`: the shown one. */
export type PaneProps = { readonly place: Opened; readonly step: Step };
