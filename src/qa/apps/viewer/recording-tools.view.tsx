import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import {
  type InspectorConnection,
  inspectorUrl,
  openInspectorWindow,
} from '../../core/inspect/inspector-connection.ts';
import { Check, Tool } from '../page/controls.view.tsx';
import page from '../page/qa-page.module.css';
import { shareReport } from '../report/report-page.ts';
import type { OpenRun, Recording } from './open-run.ts';
import type { PaneProps } from './use-opened.ts';
import css from './viewer.module.css';

type InspectorButtonProps = {
  readonly messages: OpenRun['sent'];
  /** Messages before this one have happened at the shown step. */
  readonly upTo: number;
};

/** Plays the recording into the Stately inspector as well, up to the shown step. What it has received stays there after a step back. */
const InspectorButton = ({ messages, upTo }: InspectorButtonProps) => {
  const [line, setLine] = useState<InspectorConnection | null>(null);
  const sent = useRef(0);

  useEffect(() => {
    if (!line) return;
    for (const message of messages.slice(sent.current, upTo)) line.send(message);
    sent.current = Math.max(sent.current, upTo);
  }, [line, messages, upTo]);
  useEffect(() => () => line?.close(), [line]);

  const open = (): void => {
    const { search, origin } = window.location;
    sent.current = 0;
    setLine(openInspectorWindow(window, inspectorUrl(new URLSearchParams(search), origin), null));
  };
  return (
    <button
      type="button"
      className={buttonClass({ variant: 'secondary' })}
      title="Plays the recording into the Stately inspector"
      aria-pressed={line !== null && !line.blocked}
      onClick={open}
    >
      {line?.blocked ? 'Allow pop-ups and try again' : 'Stately'}
    </button>
  );
};

/** Which recording and page load is shown, and what can be done with it. */
export const RecordingTools = ({ place }: Pick<PaneProps, 'place'>) => {
  const { recording, opened, lanes, shownLoad, openText, goToLoad, setProblem, isLive, isReport, step } = place;
  const [isSharing, setSharing] = useState(false);
  const share = async ({ name, text }: Recording): Promise<void> => {
    setSharing(true);
    setProblem(
      await shareReport(window.fetch, name, text).catch(
        (error: unknown) => `The page of this recording could not be made: ${String(error)}`,
      ),
    );
    setSharing(false);
  };
  return (
    <div className={css['tools']}>
      {!isLive && !isReport && (
        <label className={`${buttonClass({ variant: 'secondary' })} ${page['file']}`}>
          Open<span className="visually-hidden"> a recording</span>
          <input
            type="file"
            accept=".json"
            onChange={({ target }) => void target.files?.[0]?.text().then((text) => openText(text))}
          />
        </label>
      )}
      {recording && !isReport && (
        <Tool label={isSharing ? 'Sharing…' : 'Share'} disabled={isSharing} onClick={() => void share(recording)} />
      )}
      {opened && !isReport && (
        <InspectorButton key={opened.run.startedAt} messages={opened.sent} upTo={(step?.upTo ?? 0) + 1} />
      )}
      {recording && <strong className={css['name']}>{recording.name}</strong>}
      {lanes.length > 1 && (
        <select aria-label="Page load" value={shownLoad} onChange={({ target }) => goToLoad(Number(target.value), 0)}>
          {lanes.map(({ number, label }) => (
            <option key={number} value={number}>
              {number + 1}: {label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
};

/** Buttons and the scrubber; arrow keys on the scrubber go step by step. */
export const Transport = ({ place, step }: PaneProps) => {
  const { steps, position, isAtEnd, goTo } = place;
  return (
    <div className={css['transport']}>
      <Tool variant="quiet" label="Back" disabled={position === 0} onClick={() => goTo(position - 1)} />
      <Tool
        variant="quiet"
        label="Forward"
        disabled={position >= steps.length - 1}
        onClick={() => goTo(position + 1)}
      />
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={`${step.event.type} to ${place.nameOf(step.to)}`}
        min={0}
        max={steps.length - 1}
        value={position}
        onChange={({ target }) => goTo(target.valueAsNumber)}
      />
      <output className={css['count']}>
        {position + 1} / {steps.length}
      </output>
      {place.isLive && <Check label="Follow" isOn={isAtEnd} onToggle={() => goTo(isAtEnd ? position : steps.length)} />}
    </div>
  );
};
