import { type ReactNode, useState } from 'react';
import controls from './controls.module.css';
import type { Recording } from './recording.ts';
import css from './viewer-head.module.css';

export type ViewerHeadProps = {
  readonly recording: Recording | null;
  /** Why a file could not be opened. */
  readonly problem: string | null;
  readonly onFile: (file: File) => void;
  readonly onRun: (at: number) => void;
  /** Numbers of the earlier page loads of the watched page, from 1. */
  readonly earlier: readonly number[];
  /** The number after them is the page load that is watched now. */
  readonly onLoad: (number: number) => void;
  readonly isNarrow: boolean;
  /** Further choices; a narrow page folds them. */
  readonly children: ReactNode;
};

/** The same elements on each page: what they have opened stays open if the width of the page changes. */
const Tools = ({ isNarrow, children }: Pick<ViewerHeadProps, 'isNarrow' | 'children'>): ReactNode => {
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <details
      className={css['folded']}
      open={!isNarrow || isUnfolded}
      onToggle={({ currentTarget }) => isNarrow && setUnfolded(currentTarget.open)}
    >
      <summary>Tools</summary>
      <div className={css['tools']}>{children}</div>
    </details>
  );
};

export const ViewerHead = ({
  recording,
  problem,
  onFile,
  onRun,
  earlier,
  onLoad,
  isNarrow,
  children,
}: ViewerHeadProps): ReactNode => (
  <header className={`${css['head']} ${controls['dense']}`}>
    <h1>Machine viewer</h1>
    <label className={controls['file']}>
      Open<span className="visually-hidden"> a recording</span>
      <input
        type="file"
        accept=".json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
        }}
      />
    </label>
    {earlier.length > 0 && !recording && (
      <label className={css['open']}>
        Page load
        <select defaultValue={earlier.length + 1} onChange={({ target }) => onLoad(Number(target.value))}>
          {earlier.map((number) => (
            <option key={number}>{number}</option>
          ))}
          <option value={earlier.length + 1}>{earlier.length + 1}, live</option>
        </select>
      </label>
    )}
    {recording && (
      <label className={css['open']}>
        <span>{recording.name}, page load</span>
        <select value={recording.chosen} onChange={({ target }) => onRun(Number(target.value))}>
          {recording.runs.map(({ tab, address, startedAt }, at) => (
            <option key={startedAt} value={at}>
              {at + 1}: tab {tab}, {address}
            </option>
          ))}
        </select>
      </label>
    )}
    <Tools isNarrow={isNarrow}>{children}</Tools>
    {problem && (
      <pre className={css['problem']} role="alert">
        {problem}
      </pre>
    )}
  </header>
);
