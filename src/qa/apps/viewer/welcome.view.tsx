import { type ReactNode, useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { List } from '../../../ui/list.tsx';
import { recordings } from '../../portal/recordings.ts';
import css from './viewer.module.css';

export type WelcomeProps = {
  readonly isLive: boolean;
  readonly onOpen: (text: string, name: string | null) => void;
  /** Returns the recording so far of the page that opened this one; null without such a page. */
  readonly current: () => string | null;
};

/** What can be opened, while nothing is. */
export const Welcome = ({ isLive, onOpen, current }: WelcomeProps): ReactNode => {
  const heading = useId();
  if (isLive)
    return (
      <div className={css['welcome']}>
        <h2>Waiting for the first message</h2>
        <p>
          Press <em>Live</em> in the banner of the portal, or add <code>?inspect=local</code> to its URL. The portal
          then opens this page and sends its messages here.
        </p>
      </div>
    );
  const text = current();
  return (
    <div className={css['welcome']}>
      <h2>Nothing to show yet</h2>
      <p>Drop a recording here, or open one with the button above.</p>
      {text !== null && <Button onClick={() => onOpen(text, null)}>Open what the portal has recorded so far</Button>}
      <h3 id={heading}>Recordings of the tests</h3>
      <List aria-labelledby={heading}>
        {[...recordings].map(([name, load]) => (
          <li key={name}>
            <Button variant="secondary" onClick={() => void load().then((found) => onOpen(found, name))}>
              {name}
            </Button>
          </li>
        ))}
      </List>
    </div>
  );
};
