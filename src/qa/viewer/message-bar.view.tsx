import type { ReactNode, Ref } from 'react';
import { Check } from './check.view.tsx';
import controls from './controls.module.css';
import type { Listed } from './listed-steps.ts';
import css from './message-bar.module.css';

export type MessageBarProps = {
  readonly search: Ref<HTMLInputElement>;
  readonly listed: Listed;
  /** Messages that match; null without a query. */
  readonly found: number | null;
  readonly all: number;
  readonly onList: (listed: Listed) => void;
};

const foundText = (found: number, all: number): string =>
  found === 0 ? 'No message matches' : `${found} of ${all} messages`;

/** Which messages are listed. */
export const MessageBar = ({ search, listed, found, all, onList }: MessageBarProps): ReactNode => (
  <search className={`${css['bar']} ${controls['dense']}`}>
    <label className={controls['check']}>
      Find
      <input
        ref={search}
        type="search"
        placeholder="actor:payment type:order.*"
        value={listed.query}
        onChange={({ target }) => onList({ ...listed, query: target.value })}
      />
    </label>
    <span role="status" className={css['found']}>
      {found === null ? '' : foundText(found, all)}
    </span>
    <Check
      label="Include promises"
      isOn={listed.everything}
      onChange={() => onList({ ...listed, everything: !listed.everything })}
    />
  </search>
);
