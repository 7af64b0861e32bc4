import { useSelector } from '@xstate/react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { linkHash, type RecordingLink } from '../record/recording-link.ts';
import type { QaTheme } from '../theme/qa-theme.ts';
import { QaThemeSwitch } from '../theme/qa-theme-switch.view.tsx';
import { ActorList } from './actor-list.view.tsx';
import { SnapshotPanel } from './actor-snapshot.view.tsx';
import { ChartPanel } from './chart-panel.view.tsx';
import { Check } from './check.view.tsx';
import { InspectorButton } from './inspector-button.view.tsx';
import { type Listed, listedSteps } from './listed-steps.ts';
import type { Message } from './message.schema.ts';
import type { Source } from './message.source.ts';
import { MessageBar } from './message-bar.view.tsx';
import { positionAt } from './message-filter.ts';
import { PaneChoice, PaneTabs } from './pane-choice.view.tsx';
import { usePanes } from './panes.ts';
import { PreviewFrame } from './preview-frame.view.tsx';
import { readFile } from './read-file.ts';
import { type Recording, useRun } from './recording.ts';
import { Sequence } from './sequence.view.tsx';
import { ShareButton } from './share-button.view.tsx';
import { useShownMachine } from './shown-machine.ts';
import { Splitter } from './splitter.view.tsx';
import { type Step, snapshotAt, type Timeline, timelineOf, trackOf } from './timeline.ts';
import { type Playback, Transport } from './transport.view.tsx';
import { useMedia } from './use-media.ts';
import css from './viewer.module.css';
import { ViewerHead } from './viewer-head.view.tsx';
import { type Drawing, type Layout, NARROW, shownPanes, type Tab } from './viewer-layout.ts';
import type { ViewerStore } from './viewer-store.ts';
import { Welcome } from './welcome.view.tsx';

export type ViewerProps = {
  readonly source: Source;
  readonly playback: Playback;
  readonly isLive: boolean;
  /** The messages of earlier page loads of the watched page, oldest first. */
  readonly earlier: readonly (readonly Message[])[];
  /** Recordings that came with this build, by name. */
  readonly recordings: ReadonlyMap<string, () => Promise<string>>;
  readonly store: ViewerStore;
  /** The place that the URL names. */
  readonly link: RecordingLink | null;
  /** The place that is shown now, as a hash. */
  readonly onLink: (hash: string) => void;
  readonly theme: QaTheme;
};

const pausesOf = (steps: readonly Step[]): number[] =>
  steps.map(({ at }, index) => Math.max(0, (steps[index + 1]?.at ?? at) - at));

const wasMobile = (context: unknown): boolean =>
  typeof context === 'object' && context !== null && 'isMobile' in context && context.isMobile === true;

const LINK_PAUSE_MS = 200;

export const ViewerView = (props: ViewerProps): ReactNode => {
  const { source, playback, isLive, earlier, recordings, store, link, onLink, theme } = props;
  const newest = useSyncExternalStore(source.listen, source.now);
  const [past, setPast] = useState<Timeline | null>(null);
  const timeline = past ?? newest;
  const snapshot = useSelector(playback, (now) => now);
  const [isCounting, setCounting] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const [listed, setListed] = useState<Listed>({ everything: link?.everything ?? false, query: link?.query ?? '' });
  const [wanted, setWanted] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const [drawing, setDrawing] = useState<Drawing>('both');
  const [tab, setTab] = useState<Tab>('chart');
  const shownTheme = useSyncExternalStore(theme.subscribe, theme.shown);
  const opened = useRun(recording);
  const panes = usePanes(store);
  /** Where the next recording opens. */
  const destination = useRef(link);
  const { steps, found, all } = listedSteps(timeline, listed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps follow from the timeline and the choice
  useEffect(() => {
    if (timeline.messages.length > 0) playback.send({ type: 'recording.grown', pauses: pausesOf(steps) });
  }, [timeline, listed, playback]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page load starts anew
  useEffect(() => {
    if (!opened) return;
    source.replace(opened.messages);
    setWanted(null);
    const opening = listedSteps(source.now(), listed).steps;
    playback.send({ type: 'recording.opened', pauses: pausesOf(opening) });
    const place = destination.current?.place;
    destination.current = null;
    if (!place) return;
    const position =
      place.kind === 'step'
        ? place.step - 1
        : positionAt(
            opening,
            opened.steps.findLastIndex((count) => count <= place.count),
          );
    playback.send({ type: 'position.set', position });
  }, [opened, source, playback]);

  const openLoad = (number: number): void => {
    const messages = earlier[number - 1];
    const timeline = messages ? timelineOf(messages) : null;
    setPast(timeline);
    setRecording(null);
    setWanted(null);
    const { steps } = listedSteps(timeline ?? newest, listed);
    playback.send({ type: 'recording.opened', pauses: pausesOf(steps) });
    playback.send(timeline ? { type: 'position.set', position: steps.length - 1 } : { type: 'playback.follow' });
  };

  /** `name`: of a recording of this build. */
  const openText = (text: string, name: string | null = null): void => {
    const file = readFile(text);
    setProblem(file.kind === 'refused' ? file.why : null);
    if (file.kind !== 'refused') setPast(null);
    if (file.kind === 'flow') {
      if (name === null) store.setFile(text);
      const { current } = destination;
      const isDestination = current?.flow === (name ?? file.name);
      if (!isDestination) destination.current = null;
      const chosen = Math.min(isDestination ? current.load : 1, file.runs.length) - 1;
      setRecording({ name: name ?? file.name, text, runs: file.runs, chosen });
    }
    if (file.kind !== 'messages') return;
    setRecording(null);
    source.replace(file.messages);
    playback.send({ type: 'recording.opened', pauses: pausesOf(listedSteps(source.now(), listed).steps) });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void event.dataTransfer.files[0]?.text().then((text) => openText(text));
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
    if (!link) return;
    const stored = store.file();
    const file = stored === null ? null : readFile(stored);
    if (stored !== null && file?.kind === 'flow' && file.name === link.flow) {
      openText(stored);
      return;
    }
    const known = recordings.get(link.flow);
    if (known) void known().then((text) => openText(text, link.flow));
    else setProblem(`The link names the recording "${link.flow}". Open its file to continue where the link leads.`);
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

  const step = steps[position];
  const nameOf = (sessionId: string | null) => trackOf(timeline, sessionId)?.name ?? null;
  const machine = useShownMachine(timeline, step, wanted, isCounting);
  const { machines, shown, actorState, chart, cause } = machine;
  const root = step && timeline.tracks[0] ? snapshotAt(timeline, timeline.tracks[0].sessionId, step.upTo) : null;
  const isFollowing = wanted === null;
  const layout: Layout = { isNarrow: useMedia(NARROW), drawing, tab, hasScreen: opened !== null };
  const has = shownPanes(layout);
  const goTo = (at: number): void => playback.send({ type: 'position.set', position: at });
  const screen = opened && step && (
    <PreviewFrame
      title="The portal as it was"
      run={opened.run}
      steps={opened.steps[step.upTo] ?? 0}
      isMobile={wasMobile(root?.now.context)}
      theme={shownTheme}
    />
  );
  return (
    <main
      className={css['viewer']}
      style={panes.style}
      data-collapsed={panes.collapsed.join(' ')}
      onDrop={drop}
      onDragOver={(event) => event.preventDefault()}
    >
      <ViewerHead
        recording={recording}
        problem={problem ?? opened?.divergence ?? null}
        onFile={(file) => void file.text().then((text) => openText(text))}
        earlier={earlier.map((_, at) => at + 1)}
        onLoad={openLoad}
        onRun={(at) => recording && setRecording({ ...recording, chosen: at })}
      >
        {step && !layout.isNarrow && <PaneChoice layout={layout} panes={panes} onDrawing={setDrawing} />}
        {recording && <ShareButton recording={recording} onProblem={setProblem} />}
        {opened && <InspectorButton key={opened.run.startedAt} messages={opened.sent} upTo={(step?.upTo ?? 0) + 1} />}
        <QaThemeSwitch theme={theme} />
      </ViewerHead>
      <Transport
        playback={playback}
        snapshot={snapshot}
        label={step ? `${step.event.type} to ${nameOf(step.to)}` : 'empty'}
      />
      {!step && <Welcome isLive={isLive} recordings={recordings} onOpen={openText} />}
      {step && layout.isNarrow && <PaneTabs layout={layout} onTab={setTab} />}
      {step && (
        <div className={css['panels']}>
          {has.has('actors') && (
            <div className={css['actors']}>
              <ActorList
                timeline={timeline}
                tracks={listed.everything ? timeline.tracks : machines}
                upTo={step.upTo}
                chosen={shown?.sessionId ?? null}
                receiver={step.to}
                onPick={setWanted}
              />
            </div>
          )}
          {!layout.isNarrow && <Splitter label="the actors" side="start" {...panes.splitter('actors')} />}
          {(has.has('chart') || has.has('screen')) && (
            <div className={css['stage']}>
              {!has.has('chart') && screen}
              {has.has('chart') && chart && actorState && shown && (
                <ChartPanel
                  key={shown.sessionId}
                  name={shown.name}
                  chart={chart}
                  now={actorState.now}
                  lit={machine.lit}
                  isEarlier={cause !== step}
                  picked={picked}
                  counts={machine.counts}
                >
                  <Check
                    label="Chart of the receiver"
                    isOn={isFollowing}
                    onChange={() => setWanted(isFollowing ? shown.sessionId : null)}
                  />
                  <Check label="Coverage" isOn={isCounting} onChange={() => setCounting(!isCounting)} />
                </ChartPanel>
              )}
              {has.has('chart') && !(chart && actorState) && (
                <p className={css['none']}>This actor has no chart, or is not there yet.</p>
              )}
            </div>
          )}
          {!layout.isNarrow && <Splitter label="message and context" side="end" {...panes.splitter('details')} />}
          {has.has('details') && (
            <div className={css['side']}>
              {has.has('chart') && has.has('screen') && screen}
              {has.has('chart') && has.has('screen') && (
                <Splitter label="the screen" side="above" {...panes.splitter('screen')} />
              )}
              <SnapshotPanel
                step={step}
                sender={nameOf(step.from)}
                receiver={nameOf(step.to) ?? step.to}
                actor={shown?.name ?? ''}
                cause={cause}
                onPickCause={() => cause && goTo(steps.indexOf(cause))}
                taken={machine.taken}
                refused={machine.refused}
                onPickMove={setPicked}
                now={actorState?.now ?? null}
                before={actorState?.before ?? null}
              />
            </div>
          )}
          {!layout.isNarrow && <Splitter label="the messages" side="below" {...panes.splitter('messages')} />}
          {has.has('messages') && (
            <div className={css['messages']}>
              <MessageBar listed={listed} found={found} all={all} onList={list} />
              <Sequence timeline={timeline} steps={steps} position={position} onPick={goTo} />
            </div>
          )}
        </div>
      )}
    </main>
  );
};
