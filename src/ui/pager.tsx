import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import css from './pager.module.css';

export type PagerProps = {
  /** Name of the group of buttons, such as "Pages of your orders". */
  readonly label: string;
  /** "Page 2 of 5"; announced when it changes. */
  readonly position: string;
  readonly previousLabel: string;
  readonly nextLabel: string;
  /** null: there is no such page. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
};

/** Previous and next page. A button without a page is disabled but stays and keeps the focus. */
export const Pager = (props: PagerProps): ReactNode => {
  const { label, position, previousLabel, nextLabel, onPrevious, onNext } = props;
  return (
    <nav className={css['pager']} aria-label={label}>
      <Button variant="secondary" aria-disabled={!onPrevious} {...(onPrevious && { onClick: onPrevious })}>
        {previousLabel}
      </Button>
      <span role="status">{position}</span>
      <Button variant="secondary" aria-disabled={!onNext} {...(onNext && { onClick: onNext })}>
        {nextLabel}
      </Button>
    </nav>
  );
};
