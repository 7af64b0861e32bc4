import { useSelector } from '@xstate/react';
import { type DragEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { ActorList } from './actor-list.view.tsx';
import { useChart } from './chart-drawing.ts';
import { ChartPanel } from './chart-panel.view.tsx';
import type { Source } from './message.source.ts';
import { MomentPanel } from './moment.view.tsx';
import { readMessages } from './read-file.ts';
import { Sequence } from './sequence.view.tsx';
import { shownSteps } from './sequence-lanes.ts';
import type { Step } from './timeline.ts';
import { momentAt, trackOf } from './timeline.ts';
import { type Playback, Transport } from './transport.view.tsx';
import css from './viewer.module.css';

export type ViewerProps = { readonly source: Source; readonly playback: Playback; readonly isLive: boolean };

const pausesOf = (steps: readonly Step[]): number[] =>
  steps.map(({ at }, index) => Math.max(0, (steps[index + 1]?.at ?? at) - at));

const Welcome = ({ isLive }: { readonly isLive: boolean }): ReactNode => (
  <div className={css['welcome']}>
    <h2>{isLive ? 'Waiting for the first message' : 'Nothing to show yet'}</h2>
    <p>
      Drop a recording here, or open one with the button above. To watch the portal live, add{' '}
      <code>?inspect=local</code> to its address: it opens this page and sends what happens.
    </p>
  </div>
);

export const ViewerView = ({ source, playback, isLive }: ViewerProps): ReactNode => {
  const timeline = useSyncExternalStore(source.listen, source.now);
  const snapshot = useSelector(playback, (now) => now);
  const [everything, setEverything] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const steps = shownSteps(timeline, everything);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps follow from the timeline and the choice
  useEffect(() => {
    if (timeline.messages.length > 0) playback.send({ type: 'recording.grown', pauses: pausesOf(steps) });
  }, [timeline, everything, playback]);

  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const opened = readMessages(await file.text());
    setProblem(opened.ok ? null : opened.why);
    if (!opened.ok) return;
    source.replace(opened.messages);
    playback.send({ type: 'recording.opened', pauses: pausesOf(shownSteps(source.now(), everything)) });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };

  const step = steps[snapshot.context.position];
  const machines = timeline.tracks.filter(({ definition }) => definition !== null);
  const chosen = trackOf(timeline, wanted) ?? trackOf(timeline, step?.to ?? null) ?? machines[0] ?? null;
  const shown = chosen?.definition === null ? (machines[0] ?? null) : chosen;
  const moment = shown && step ? momentAt(timeline, shown.sessionId, step.upTo) : null;
  const chart = useChart(shown?.definition ?? null);
  const nameOf = (sessionId: string | null) => trackOf(timeline, sessionId)?.name ?? null;
  return (
    <main className={css['viewer']} onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <header className={css['head']}>
        <h1>Machine viewer</h1>
        <label className={css['open']}>
          Open a recording
          <input type="file" accept=".json" onChange={({ target }) => void open(target.files?.[0])} />
        </label>
        <label className={css['choice']}>
          <input type="checkbox" checked={everything} onChange={() => setEverything(!everything)} /> Promises and
          callbacks too
        </label>
        <label className={css['choice']}>
          <input
            type="checkbox"
            checked={wanted === null}
            onChange={() => setWanted(wanted === null ? (shown?.sessionId ?? null) : null)}
          />{' '}
          Chart of whoever receives
        </label>
        {problem && <p role="alert">{problem}</p>}
      </header>
      <Transport
        playback={playback}
        snapshot={snapshot}
        label={step ? `${step.event.type} to ${nameOf(step.to)}` : 'empty'}
      />
      {!step && <Welcome isLive={isLive} />}
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
          {chart && moment && shown ? (
            <ChartPanel key={shown.sessionId} name={shown.name} chart={chart} now={moment.now} before={moment.before} />
          ) : (
            <p className={css['none']}>This actor has no chart, or is not there yet.</p>
          )}
          <MomentPanel
            step={step}
            sender={nameOf(step.from)}
            receiver={nameOf(step.to) ?? step.to}
            actor={shown?.name ?? ''}
            now={moment?.now ?? null}
            before={moment?.before ?? null}
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
