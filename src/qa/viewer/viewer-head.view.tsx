import type { ReactNode } from 'react';
import type { Recording } from './recording.ts';
import css from './viewer-head.module.css';

export type ViewerHeadProps = {
  readonly recording: Recording | null;
  /** Why a file could not be opened, or where the machines leave the recording. */
  readonly problem: string | null;
  readonly onFile: (file: File) => void;
  readonly onRun: (at: number) => void;
  /** Further choices. */
  readonly children: ReactNode;
};

export const ViewerHead = ({ recording, problem, onFile, onRun, children }: ViewerHeadProps): ReactNode => (
  <header className={css['head']}>
    <h1>Machine viewer</h1>
    <label className={css['open']}>
      Open a recording
      <input
        type="file"
        accept=".json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
        }}
      />
    </label>
    {recording && (
      <label className={css['open']}>
        {recording.name}, page load
        <select value={recording.chosen} onChange={({ target }) => onRun(Number(target.value))}>
          {recording.runs.map(({ tab, address, startedAt }, at) => (
            <option key={startedAt} value={at}>
              {at + 1}: tab {tab}, {address}
            </option>
          ))}
        </select>
      </label>
    )}
    {children}
    {problem && (
      <pre className={css['problem']} role="alert">
        {problem}
      </pre>
    )}
  </header>
);
