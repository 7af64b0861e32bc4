import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { QaTheme } from '../theme/qa-theme.ts';
import { QaThemeSwitch } from '../theme/qa-theme-switch.view.tsx';
import { ActorList } from './actor-list.view.tsx';
import { SnapshotPanel } from './actor-snapshot.view.tsx';
import { ChartPanel } from './chart-panel.view.tsx';
import { Check } from './check.view.tsx';
import { FindingBar } from './finding-bar.view.tsx';
import { KeyDialog } from './key-dialog.view.tsx';
import { MessageBar } from './message-bar.view.tsx';
import type { OpenRun } from './open-run.ts';
import { PaneChoice, PaneTabs } from './pane-choice.view.tsx';
import { usePanes } from './panes.ts';
import { PreviewFrame } from './preview-frame.view.tsx';
import { changedIn } from './recording.ts';
import { RecordingTools } from './recording-tools.view.tsx';
import { Sequence } from './sequence.view.tsx';
import { useShownMachine } from './shown-machine.ts';
import { Splitter } from './splitter.view.tsx';
import { TimeLanes } from './time-lanes.view.tsx';
import { snapshotAt, trackOf } from './timeline.ts';
import { Transport } from './transport.view.tsx';
import { useKeys } from './use-keys.ts';
import { useMedia } from './use-media.ts';
import { type OpenedProps, useOpened } from './use-opened.ts';
import css from './viewer.module.css';
import { ViewerHead } from './viewer-head.view.tsx';
import { type DrawingChoice, type Layout, NARROW, nextDrawing, shownPanes, type Tab } from './viewer-layout.ts';
import { Welcome } from './welcome.view.tsx';

export type ViewerProps = OpenedProps & {
  readonly isLive: boolean;
  readonly theme: QaTheme;
};

const wasMobile = (context: unknown): boolean =>
  typeof context === 'object' && context !== null && 'isMobile' in context && context.isMobile === true;

export const ViewerView = (props: ViewerProps): ReactNode => {
  const { playback, isLive, earlier, store, report, theme } = props;
  const place = useOpened(props);
  const { timeline, snapshot, position, steps, listed, recording, opened, wanted, setWanted, openText } = place;
  const [picked, setPicked] = useState<string | null>(null);
  const [drawing, setDrawing] = useState<DrawingChoice>('both');
  const [tab, setTab] = useState<Tab>('chart');
  const [isListingKeys, setListingKeys] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const shownTheme = useSyncExternalStore(theme.subscribe, theme.shown);
  const panes = usePanes(store);

  const step = steps[position];
  const nameOf = (sessionId: string | null) => trackOf(timeline, sessionId)?.name ?? null;
  const machine = useShownMachine(timeline, step, wanted);
  const { machines, shown, actorState, chart, cause } = machine;
  const isFollowing = wanted === null;
  const layout: Layout = { isNarrow: useMedia(NARROW), drawing, tab, hasScreen: opened !== null };
  const has = shownPanes(layout);
  const pickActor = (sessionId: string): void => {
    setWanted(sessionId);
    setTab('chart');
  };
  const goTo = (at: number): void => playback.send({ type: 'position.set', position: at });
  const screenOf = (title: string, run: OpenRun | null | undefined, upTo: number): ReactNode => {
    const rootId = run?.timeline.tracks[0]?.sessionId;
    if (!run || rootId === undefined) return null;
    const root = snapshotAt(run.timeline, rootId, upTo);
    const isMobile = wasMobile(root?.now.context);
    return (
      <PreviewFrame
        title={title}
        run={run.run}
        steps={run.steps[upTo] ?? 0}
        isMobile={isMobile}
        theme={shownTheme}
        lang={recording?.locale ?? ''}
        isReport={report !== null}
        isChanged={run.findings.length > 0 || (recording !== null && changedIn(recording).length > 0)}
      />
    );
  };
  const screen = step && screenOf('The portal as it was', opened, step.upTo);
  const followsReceiver = (
    <Check
      label="Chart of the receiver"
      isOn={isFollowing}
      onChange={() => setWanted(isFollowing ? (shown?.sessionId ?? null) : null)}
    />
  );
  const turnLoad = (by: number): void => {
    const load = place.shownLoad + by;
    if (load in place.lanes) place.goToLoad(load, null);
  };
  useKeys({
    'step.next': () => playback.send({ type: 'step.forward' }),
    'step.previous': () => playback.send({ type: 'step.backward' }),
    'load.next': () => turnLoad(1),
    'load.previous': () => turnLoad(-1),
    'playback.toggle': () => playback.send({ type: snapshot.matches('playing') ? 'playback.pause' : 'playback.start' }),
    'search.focus': () => {
      flushSync(() => {
        setTab('messages');
        if (panes.collapsed.includes('messages')) panes.toggle('messages');
      });
      search.current?.focus();
    },
    'drawing.next': () => setDrawing(nextDrawing(drawing)),
    'actors.toggle': () => panes.toggle('actors'),
    'messages.toggle': () => panes.toggle('messages'),
    'details.toggle': () => panes.toggle('details'),
    'timeline.toggle': () => panes.toggle('timeline'),
    'keys.open': () => setListingKeys(true),
  });
  return (
    <main
      className={css['viewer']}
      style={panes.style}
      data-collapsed={panes.collapsed.join(' ')}
      onDrop={(event) => {
        event.preventDefault();
        void event.dataTransfer.files[0]?.text().then((text) => openText(text));
      }}
      onDragOver={(event) => event.preventDefault()}
    >
      <ViewerHead
        recording={recording}
        problem={place.problem}
        onFile={(file) => void file.text().then((text) => openText(text))}
        earlier={earlier.map((_, at) => at + 1)}
        onLoad={place.openLoad}
        onRun={(at) => recording && place.setRecording({ ...recording, chosen: at })}
        isNarrow={layout.isNarrow}
      >
        {step && !layout.isNarrow && <PaneChoice layout={layout} panes={panes} onDrawing={setDrawing} />}
        {recording && (
          <RecordingTools
            recording={recording}
            opened={opened}
            step={step}
            isReport={report !== null}
            onOpen={place.openAt}
            onProblem={place.setProblem}
          />
        )}
        <QaThemeSwitch theme={theme} />
        <KeyDialog isOpen={isListingKeys} onOpen={setListingKeys} />
      </ViewerHead>
      {recording && (place.isReplayed || place.findings.length > 0) && (
        <FindingBar recording={recording} findings={place.findings} onGo={place.goToFinding} />
      )}
      <Transport
        playback={playback}
        snapshot={snapshot}
        label={step ? `${step.event.type} to ${nameOf(step.to)}` : 'empty'}
        isNarrow={layout.isNarrow}
      />
      {!step && <Welcome isLive={isLive} onOpen={openText} />}
      {step && (layout.isNarrow ? has.has('messages') : !panes.collapsed.includes('timeline')) && (
        <TimeLanes
          lanes={place.lanes}
          shown={{
            load: place.shownLoad,
            now: (timeline.messages[0]?.createdAt ?? 0) + step.at,
            upTo: step.upTo,
          }}
          onPick={place.goToLoad}
          preview={(load, upTo) => screenOf('The portal at that time', place.runs[load], upTo)}
        />
      )}
      {step && (
        <div className={css['panels']}>
          {has.has('actors') && (
            <div className={css['actors']}>
              {layout.isNarrow && followsReceiver}
              <ActorList
                timeline={timeline}
                tracks={listed.everything ? timeline.tracks : machines}
                upTo={step.upTo}
                chosen={shown?.sessionId ?? null}
                receiver={step.to}
                onPick={pickActor}
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
                >
                  {!layout.isNarrow && followsReceiver}
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
              <MessageBar search={search} listed={listed} found={place.found} all={place.all} onList={place.list} />
              <Sequence timeline={timeline} steps={steps} position={position} onPick={goTo} />
            </div>
          )}
        </div>
      )}
      {step && layout.isNarrow && <PaneTabs layout={layout} onTab={setTab} />}
    </main>
  );
};
