import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { List } from '../../../ui/list.tsx';
import { recordings } from '../../portal/recordings.ts';
import { recordedByOpener } from './use-opened.ts';
import css from './viewer.module.css';

export type WelcomeProps = {
  readonly isLive: boolean;
  readonly onOpen: (text: string, name: string | null) => void;
};

/** What can be opened, while nothing is. */
export const Welcome = ({ isLive, onOpen }: WelcomeProps) => {
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
      {recorded && (
        <Button onClick={() => onOpen(recorded.text(), null)}>Open what the portal has recorded so far</Button>
      )}
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
