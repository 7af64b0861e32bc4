import { useSelector } from '@xstate/react';
import { type DragEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import { moveSentence, refusalSentence } from '../chart/words.chart.ts';
import { ActorList } from './actor-list.view.tsx';
import { SnapshotPanel } from './actor-snapshot.view.tsx';
import { useChart } from './chart-drawing.ts';
import { ChartPanel } from './chart-panel.view.tsx';
import { InspectorButton } from './inspector-button.view.tsx';
import { lastTransitions, refusedTransitions } from './last-transitions.ts';
import type { Source } from './message.source.ts';
import { PreviewFrame } from './preview-frame.view.tsx';
import { readFile } from './read-file.ts';
import { type Recording, useRun } from './recording.ts';
import { Sequence } from './sequence.view.tsx';
import { shownSteps } from './sequence-lanes.ts';
import { type Step, snapshotAt, stepOfSnapshot, trackOf } from './timeline.ts';
import { type Playback, Transport } from './transport.view.tsx';
import css from './viewer.module.css';
import { ViewerHead } from './viewer-head.view.tsx';
import { Welcome } from './welcome.view.tsx';

export type ViewerProps = {
  readonly source: Source;
  readonly playback: Playback;
  readonly isLive: boolean;
  /** Recordings that came with this build, by name. */
  readonly recordings: ReadonlyMap<string, () => Promise<string>>;
};

const pausesOf = (steps: readonly Step[]): number[] =>
  steps.map(({ at }, index) => Math.max(0, (steps[index + 1]?.at ?? at) - at));

const wasMobile = (context: unknown): boolean =>
  typeof context === 'object' && context !== null && 'isMobile' in context && context.isMobile === true;

export const ViewerView = ({ source, playback, isLive, recordings }: ViewerProps): ReactNode => {
  const timeline = useSyncExternalStore(source.listen, source.now);
  const snapshot = useSelector(playback, (now) => now);
  const [picked, setPicked] = useState<string | null>(null);
  const [everything, setEverything] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const [drawing, setDrawing] = useState<'chart' | 'screen'>('chart');
  const opened = useRun(recording);
  const steps = shownSteps(timeline, everything);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps follow from the timeline and the choice
  useEffect(() => {
    if (timeline.messages.length > 0) playback.send({ type: 'recording.grown', pauses: pausesOf(steps) });
  }, [timeline, everything, playback]);

  useEffect(() => {
    if (!opened) return;
    source.replace(opened.messages);
    setWanted(null);
    playback.send({ type: 'recording.opened', pauses: pausesOf(shownSteps(source.now(), false)) });
  }, [opened, source, playback]);

  const openText = (text: string): void => {
    const file = readFile(text);
    setProblem(file.kind === 'refused' ? file.why : null);
    if (file.kind === 'flow') setRecording({ name: file.name, runs: file.runs, chosen: 0 });
    if (file.kind !== 'messages') return;
    setRecording(null);
    setDrawing('chart');
    source.replace(file.messages);
    playback.send({ type: 'recording.opened', pauses: pausesOf(shownSteps(source.now(), everything)) });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void event.dataTransfer.files[0]?.text().then(openText);
  };

  const step = steps[snapshot.context.position];
  const machines = timeline.tracks.filter(({ definition }) => definition !== null);
  const chosen = trackOf(timeline, wanted) ?? trackOf(timeline, step?.to ?? null) ?? machines[0] ?? null;
  const shown = chosen?.definition === null ? (machines[0] ?? null) : chosen;
  const actorState = shown && step ? snapshotAt(timeline, shown.sessionId, step.upTo) : null;
  const chart = useChart(shown?.definition ?? null);
  const cause = shown && actorState ? stepOfSnapshot(timeline, shown.sessionId, actorState.now.index) : null;
  const lit = chart && actorState ? lastTransitions(chart, actorState.now, actorState.before) : new Set<string>();
  const taken = [...lit].flatMap((id) => {
    const move = chart?.moves.find((one) => one.id === id);
    return chart && move ? [{ id, text: moveSentence(chart, move) }] : [];
  });
  const refused = chart && actorState ? refusedTransitions(chart, actorState.now) : [];
  const nameOf = (sessionId: string | null) => trackOf(timeline, sessionId)?.name ?? null;
  const root = step && timeline.tracks[0] ? snapshotAt(timeline, timeline.tracks[0].sessionId, step.upTo) : null;
  const isFollowing = wanted === null;
  return (
    <main className={css['viewer']} onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <ViewerHead
        recording={recording}
        problem={problem ?? opened?.divergence ?? null}
        onFile={(file) => void file.text().then(openText)}
        onRun={(at) => recording && setRecording({ ...recording, chosen: at })}
      >
        <label className={css['choice']}>
          <input type="checkbox" checked={everything} onChange={() => setEverything(!everything)} /> Promises too
        </label>
        <label className={css['choice']}>
          <input
            type="checkbox"
            checked={isFollowing}
            onChange={() => setWanted(isFollowing ? (shown?.sessionId ?? null) : null)}
          />
          Chart of the receiver
        </label>
        {opened && (
          <Segmented
            legend="What is drawn"
            value={drawing}
            onPick={setDrawing}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'screen', label: 'Screen' },
            ]}
          />
        )}
        {opened && <InspectorButton key={opened.run.startedAt} messages={opened.sent} upTo={(step?.upTo ?? 0) + 1} />}
      </ViewerHead>
      <Transport
        playback={playback}
        snapshot={snapshot}
        label={step ? `${step.event.type} to ${nameOf(step.to)}` : 'empty'}
      />
      {!step && <Welcome isLive={isLive} recordings={recordings} onOpen={openText} />}
      {step && (
        <div className={css['panels']}>
          <ActorList
            timeline={timeline}
            tracks={everything ? timeline.tracks : machines}
            upTo={step.upTo}
            chosen={shown?.sessionId ?? null}
            receiver={step.to}
            onPick={setWanted}
          />
          {drawing === 'screen' && opened ? (
            <PreviewFrame
              run={opened.run}
              steps={opened.steps[step.upTo] ?? 0}
              isMobile={wasMobile(root?.now.context)}
            />
          ) : chart && actorState && shown ? (
            <ChartPanel
              key={shown.sessionId}
              name={shown.name}
              chart={chart}
              now={actorState.now}
              lit={lit}
              isEarlier={cause !== step}
              picked={picked}
            />
          ) : (
            <p className={css['none']}>This actor has no chart, or is not there yet.</p>
          )}
          <SnapshotPanel
            step={step}
            sender={nameOf(step.from)}
            receiver={nameOf(step.to) ?? step.to}
            actor={shown?.name ?? ''}
            cause={cause}
            onPickCause={() => cause && playback.send({ type: 'position.set', position: steps.indexOf(cause) })}
            taken={taken}
            refused={chart ? refused.map((move) => ({ id: move.id, text: refusalSentence(chart, move) })) : []}
            onPickMove={setPicked}
            now={actorState?.now ?? null}
            before={actorState?.before ?? null}
          />
        </div>
      )}
      {step && (
        <Sequence
          timeline={timeline}
          steps={steps}
          position={snapshot.context.position}
          onPick={(position) => playback.send({ type: 'position.set', position })}
        />
      )}
    </main>
  );
};
