import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { List } from './list.tsx';
import css from './timeline.module.css';

export type TimelineEntry = {
  readonly key: string;
  readonly title: string;
  readonly time?: ReactNode;
  readonly note?: ReactNode;
  readonly state: 'done' | 'current' | 'ahead' | 'failed';
};

const ICONS: Readonly<Partial<Record<TimelineEntry['state'], IconName>>> = { done: 'check', failed: 'close' };

/** Entries in order; the current one is marked for screen readers, too. */
export const Timeline = ({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
}): ReactNode => (
  <List ordered className={css['timeline']} aria-label={label}>
    {entries.map(({ key, title, time, note, state }) => {
      const sign = ICONS[state];
      return (
        <li key={key} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={css['icon']} aria-hidden="true">
            {sign && <Icon name={sign} size={14} />}
          </span>
          <div>
            <strong>{title}</strong>
            {time && <span className={css['time']}>{time}</span>}
            {note && <div className={css['note']}>{note}</div>}
          </div>
        </li>
      );
    })}
  </List>
);
