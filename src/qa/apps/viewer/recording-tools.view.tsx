import { useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import page from '../page/qa-page.module.css';
import { shareReport } from '../report/report-page.ts';
import { InspectorButton } from './inspector-button.view.tsx';
import type { Recording } from './open-run.ts';
import { type Opened, REPORT } from './use-opened.ts';
import css from './viewer.module.css';

const shareProblem = async ({ name, text }: Recording): Promise<string | null> => {
  try {
    return await shareReport(window.fetch, name, text);
  } catch (error) {
    return `The page of this recording could not be made: ${String(error)}`;
  }
};

export type RecordingToolsProps = {
  readonly place: Opened;
  readonly isLive: boolean;
  /** Messages before this one have happened at the shown step. */
  readonly upTo: number;
};

/** Which recording and page load is shown, and what can be done with it. */
export const RecordingTools = ({ place, isLive, upTo }: RecordingToolsProps) => {
  const { recording, opened, lanes, shownLoad, openText, goToLoad, setProblem } = place;
  /** This page is what *Share* makes. */
  const isReport = REPORT !== null;
  const [isSharing, setSharing] = useState(false);
  const share = async (shared: Recording): Promise<void> => {
    setSharing(true);
    setProblem(await shareProblem(shared));
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
        <Button variant="secondary" disabled={isSharing} onClick={() => void share(recording)}>
          {isSharing ? 'Sharing…' : 'Share'}
        </Button>
      )}
      {opened && !isReport && <InspectorButton key={opened.run.startedAt} messages={opened.sent} upTo={upTo} />}
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

export type TransportProps = {
  readonly place: Opened;
  /** What screen readers say for the position. */
  readonly label: string;
  readonly isLive: boolean;
};

/** Buttons and the scrubber; arrow keys on the scrubber go step by step. */
export const Transport = ({ place, label, isLive }: TransportProps) => {
  const { steps, position, isAtEnd, goTo } = place;
  return (
    <div className={css['transport']}>
      <Button variant="quiet" disabled={position === 0} onClick={() => goTo(position - 1)}>
        Back
      </Button>
      <Button variant="quiet" disabled={position >= steps.length - 1} onClick={() => goTo(position + 1)}>
        Forward
      </Button>
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={label}
        min={0}
        max={steps.length - 1}
        value={position}
        onChange={({ target }) => goTo(target.valueAsNumber)}
      />
      <output className={css['count']}>
        {position + 1} / {steps.length}
      </output>
      {isLive && (
        <label className={page['check']}>
          <input type="checkbox" checked={isAtEnd} onChange={() => goTo(isAtEnd ? position : steps.length)} />
          Follow
        </label>
      )}
    </div>
  );
};
