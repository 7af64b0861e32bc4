import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { List } from '../../../ui/list.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { layerText } from '../../core/replay/finding.ts';
import { flowWarnings } from '../../core/replay/flow-warnings.ts';
import { recordings } from '../../portal/recordings.ts';
import { Check, Tool } from '../page/controls.view.tsx';
import page from '../page/qa-page.module.css';
import { useMedia } from '../page/use-sizes.ts';
import { ActorList } from './actor-list.view.tsx';
import { SnapshotPanel } from './actor-snapshot.view.tsx';
import { ChartPanel } from './chart-panel.view.tsx';
import type { Recording } from './open-run.ts';
import { PreviewFrame } from './preview-frame.view.tsx';
import { RecordingTools, Transport } from './recording-tools.view.tsx';
import { MessageBar, Sequence } from './sequence.view.tsx';
import { TimeLanes } from './time-lanes.view.tsx';
import { useKeys } from './use-keys.ts';
import { type PaneProps, recordedByOpener, useOpened } from './use-opened.ts';
import css from './viewer.module.css';

/** Who made the recording, and what cannot be seen in it. */
const factsOf = (recording: Recording): readonly string[] => {
  const { build, locale, runs } = recording;
  const date = new Date(runs[0]?.run.startedAt ?? 0).toISOString().slice(0, 16).replace('T', ' ');
  return [
    `Recorded ${date} UTC by build ${build} in ${locale}.`,
    ...flowWarnings({ ...recording, runs: runs.map(({ run }) => run) }),
  ];
};

type FindingBarProps = Pick<PaneProps, 'place'> & { readonly recording: Recording };

const FindingBar = ({ recording, place: { findings, goToFinding } }: FindingBarProps) => {
  const [first, ...others] = findings;
  return (
    <section className={`${page['bar']} ${css['findings']}`} data-tone={first ? 'bad' : 'good'} aria-label="Findings">
      {!first && <p>No divergence, no broken rule</p>}
      {first && (
        <>
          <p role="alert">
            <strong>First finding ({layerText(first)}):</strong> {first.sentence}
          </p>
          <Tool label="Go there" onClick={() => goToFinding(first)} />
          <details>
            <summary>Evidence{others.length > 0 && ` and ${others.length} more`}</summary>
            <pre>{first.evidence.join('\n')}</pre>
            <List>
              {others.map((finding) => (
                <li key={`${finding.load} ${finding.count} ${finding.sentence}`}>
                  <button type="button" onClick={() => goToFinding(finding)}>
                    {finding.sentence}
                  </button>
                </li>
              ))}
            </List>
          </details>
        </>
      )}
      <small>{factsOf(recording).join(' ')}</small>
    </section>
  );
};

/** What can be opened, while nothing is. */
const Welcome = ({ place: { isLive, openText } }: Pick<PaneProps, 'place'>) => {
  const heading = useId();
  if (isLive)
    return (
      <div className={css['welcome']}>
        <h2>No page to watch</h2>
        <p>
          Open this page with <em>Live</em> in the banner of the portal: it follows the page that opened it.
        </p>
      </div>
    );
  const recorded = recordedByOpener();
  return (
    <div className={css['welcome']}>
      <h2>Nothing to show yet</h2>
      <p>Drop a recording here, or open one with the button above.</p>
      {recorded && <Button onClick={() => openText(recorded.text())}>Open what the portal has recorded so far</Button>}
      <h3 id={heading}>Recordings of the tests</h3>
      <List aria-labelledby={heading}>
        {[...recordings].map(([name, load]) => (
          <li key={name}>
            <Tool label={name} onClick={() => void load().then((found) => openText(found, name))} />
          </li>
        ))}
      </List>
    </div>
  );
};

const PANES = {
  chart: 'Chart',
  screen: 'Screen',
  details: 'Details',
  messages: 'Messages',
  actors: 'Actors',
} as const;

type Pane = keyof typeof PANES;

/** What a wide page draws of a recording. */
const DRAWINGS = { chart: 'Chart', both: 'Both', screen: 'Screen' } as const;

const optionsOf = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));

/** Below this width a page has room for one pane. */
const NARROW = '(max-width: 900px)';

/** The panes that the page shows. `choice`: on a wide page, what is drawn in the middle; on a narrow one, the pane that it shows. */
const usePanes = () => {
  const isNarrow = useMedia(NARROW);
  const [drawing, setDrawing] = useState<keyof typeof DRAWINGS>('both');
  const [pane, setPane] = useState<Pane>('chart');
  const hidden = { chart: 'screen', screen: 'chart', both: null }[drawing];
  return {
    isNarrow,
    has: (one: Pane): boolean => (isNarrow ? one === pane : one !== hidden),
    setPane,
    choice: isNarrow ? (
      <div className={`${css['pane-tabs']} ${page['dense']}`}>
        <Segmented legend="Pane" value={pane} onPick={setPane} options={optionsOf(PANES)} />
      </div>
    ) : (
      <Segmented legend="What is drawn" value={drawing} onPick={setDrawing} options={optionsOf(DRAWINGS)} />
    ),
  };
};

const ViewerView = ({ isLive }: { readonly isLive: boolean }) => {
  const place = useOpened(isLive);
  const { position, step, steps, goTo, recording, opened, wanted, setWanted, openText, machine } = place;
  const { shown, actorState, chart } = machine;
  const [picked, setPicked] = useState<string | null>(null);
  const { isNarrow, has, setPane, choice } = usePanes();
  const search = useRef<HTMLInputElement>(null);
  const screen = opened && recording && step && (
    <PreviewFrame place={place} step={step} opened={opened} recording={recording} />
  );
  const followsReceiver = (
    <Check
      label="Chart of the receiver"
      isOn={wanted === null}
      onToggle={() => setWanted(wanted === null ? (shown?.sessionId ?? null) : null)}
    />
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
      <div className={page['bar']}>
        <RecordingTools place={place} />
        {!isNarrow && step && choice}
        {step && <Transport place={place} step={step} />}
      </div>
      {place.problem && <pre role="alert">{place.problem}</pre>}
      {recording && <FindingBar recording={recording} place={place} />}
      {!step && <Welcome place={place} />}
      {step && (!isNarrow || has('messages')) && <TimeLanes place={place} step={step} />}
      {step && (
        <div className={css['panels']}>
          {has('actors') && (
            <div className={css['actors']}>
              {isNarrow && followsReceiver}
              <ActorList
                place={place}
                step={step}
                onPick={(sessionId) => {
                  setWanted(sessionId);
                  setPane('chart');
                }}
              />
            </div>
          )}
          {(has('chart') || has('screen')) && (
            <div>
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
              {has('chart') && !(chart && actorState) && <p>This actor has no chart, or is not there yet.</p>}
            </div>
          )}
          {has('details') && (
            <div className={css['side']}>
              {has('chart') && has('screen') && screen}
              <SnapshotPanel place={place} step={step} onPickMove={setPicked} />
            </div>
          )}
          {has('messages') && (
            <div className={css['messages']}>
              <MessageBar search={search} place={place} />
              <Sequence place={place} />
            </div>
          )}
        </div>
      )}
      {isNarrow && step && choice}
    </main>
  );
};

export const RecordingTab = () => <ViewerView isLive={false} />;

/** The recording of the page that opened this one, while it grows. */
export const LiveTab = () => <ViewerView isLive />;
