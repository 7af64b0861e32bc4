import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { buildConfig } from '../../../platform/build-config.ts';
import { changedCharts } from '../../core/replay/flow-warnings.ts';
import page from '../page/qa-page.module.css';
import { useTheme } from '../page/use-sizes.ts';
import { ActorList } from './actor-list.view.tsx';
import { SnapshotPanel } from './actor-snapshot.view.tsx';
import { ChartPanel } from './chart-panel.view.tsx';
import { FindingBar } from './finding-bar.view.tsx';
import { recordedWords } from './open-run.ts';
import { usePanes } from './panes.view.tsx';
import { PreviewFrame } from './preview-frame.view.tsx';
import { RecordingTools, Transport } from './recording-tools.view.tsx';
import { MessageBar, Sequence } from './sequence.view.tsx';
import { useShownMachine } from './shown-machine.ts';
import { TimeLanes } from './time-lanes.view.tsx';
import { snapshotAt, trackOf } from './timeline.ts';
import { useKeys } from './use-keys.ts';
import { REPORT, useOpened } from './use-opened.ts';
import css from './viewer.module.css';
import { Welcome } from './welcome.view.tsx';

/** What recordings of this build name as their build. */
const BUILD = [buildConfig.version, import.meta.env['VITE_BUILD_ID']].filter(Boolean).join('+');

const wasMobile = (context: unknown): boolean =>
  typeof context === 'object' && context !== null && 'isMobile' in context && context.isMobile === true;

export const ViewerView = ({ isLive }: { readonly isLive: boolean }) => {
  const place = useOpened(isLive);
  const { timeline, position, steps, listed, goTo, recording, opened, wanted, setWanted, openText } = place;
  const [picked, setPicked] = useState<string | null>(null);
  const { isNarrow, has, setPane, choice } = usePanes();
  const search = useRef<HTMLInputElement>(null);
  const theme = useTheme();

  const step = steps[position];
  const nameOf = (sessionId: string | null) => trackOf(timeline, sessionId)?.name ?? null;
  const machine = useShownMachine(timeline, step, wanted);
  const { machines, shown, actorState, chart } = machine;
  const rootId = timeline.tracks[0]?.sessionId ?? '';
  const screen = opened && recording && step && (
    <PreviewFrame
      run={opened.run}
      steps={opened.steps[step.upTo] ?? 0}
      isMobile={wasMobile(snapshotAt(timeline, rootId, step.upTo)?.now.context)}
      theme={theme}
      lang={recording.locale}
      isReport={REPORT !== null}
      isChanged={place.findings.length > 0 || changedCharts(recording).length > 0 || recording.build !== BUILD}
      words={recordedWords(opened, step.upTo)}
    />
  );
  const followsReceiver = (
    <label className={page['check']}>
      <input
        type="checkbox"
        checked={wanted === null}
        onChange={() => setWanted(wanted === null ? (shown?.sessionId ?? null) : null)}
      />
      Chart of the receiver
    </label>
  );
  const forward = (): void => goTo(Math.min(position + 1, steps.length - 1));
  const back = (): void => goTo(Math.max(position - 1, 0));
  useKeys({
    j: forward,
    ArrowRight: forward,
    k: back,
    ArrowLeft: back,
    '/': () => {
      flushSync(() => setPane('messages'));
      search.current?.focus();
    },
  });
  return (
    <main
      className={css['viewer']}
      onDrop={(event) => {
        event.preventDefault();
        if (!isLive) void event.dataTransfer.files[0]?.text().then((text) => openText(text));
      }}
      onDragOver={(event) => event.preventDefault()}
    >
      <div className={`${css['bar']} ${page['dense']}`}>
        <RecordingTools place={place} isLive={isLive} upTo={(step?.upTo ?? 0) + 1} />
        {!isNarrow && step && choice}
        {step && <Transport place={place} label={`${step.event.type} to ${nameOf(step.to)}`} isLive={isLive} />}
      </div>
      {place.problem && (
        <pre className={css['problem']} role="alert">
          {place.problem}
        </pre>
      )}
      {recording && <FindingBar recording={recording} place={place} />}
      {!step && <Welcome isLive={isLive} onOpen={openText} />}
      {step && (!isNarrow || has('messages')) && (
        <TimeLanes
          lanes={place.lanes}
          shown={{
            load: place.shownLoad,
            now: (timeline.times[0] ?? 0) + step.at,
            upTo: step.upTo,
          }}
          onPick={place.goToLoad}
        />
      )}
      {step && (
        <div className={css['panels']}>
          {has('actors') && (
            <div className={css['actors']}>
              {isNarrow && followsReceiver}
              <ActorList
                timeline={timeline}
                tracks={listed.everything ? timeline.tracks : machines}
                upTo={step.upTo}
                chosen={shown?.sessionId ?? null}
                receiver={step.to}
                onPick={(sessionId) => {
                  setWanted(sessionId);
                  setPane('chart');
                }}
              />
            </div>
          )}
          {(has('chart') || has('screen')) && (
            <div className={css['stage']}>
              {!has('chart') && screen}
              {has('chart') && chart && actorState && shown && (
                <ChartPanel
                  key={shown.sessionId}
                  name={shown.name}
                  chart={chart}
                  now={actorState.now}
                  lit={machine.lit}
                  isEarlier={machine.cause !== step}
                  picked={picked}
                >
                  {!isNarrow && followsReceiver}
                </ChartPanel>
              )}
              {has('chart') && !(chart && actorState) && (
                <p className={css['none']}>This actor has no chart, or is not there yet.</p>
              )}
            </div>
          )}
          {has('details') && (
            <div className={css['side']}>
              {has('chart') && has('screen') && screen}
              <SnapshotPanel
                step={step}
                sender={nameOf(step.from)}
                receiver={nameOf(step.to) ?? step.to}
                machine={machine}
                onPickCause={(cause) => goTo(steps.indexOf(cause))}
                onPickMove={setPicked}
              />
            </div>
          )}
          {has('messages') && (
            <div className={css['messages']}>
              <MessageBar search={search} place={place} />
              <Sequence timeline={timeline} steps={steps} position={position} onPick={goTo} />
            </div>
          )}
        </div>
      )}
      {isNarrow && step && choice}
    </main>
  );
};
