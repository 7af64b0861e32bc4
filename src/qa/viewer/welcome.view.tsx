import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import css from './welcome.module.css';

export type WelcomeProps = {
  readonly isLive: boolean;
  /** How to watch an app live. */
  readonly hint: ReactNode;
  /** By name; null on a page that shows no recordings. */
  readonly recordings: ReadonlyMap<string, () => Promise<string>> | null;
  readonly onOpen: (text: string, name: string) => void;
};

export const Welcome = ({ isLive, hint, recordings, onOpen }: WelcomeProps): ReactNode => {
  const heading = useId();
  return (
    <div className={css['welcome']}>
      <h2>{isLive ? 'Waiting for the first message' : 'Nothing to show yet'}</h2>
      <p>Drop a recording here, or open one with the button above. {hint}</p>
      {recordings && (
        <>
          <h3 id={heading}>Recordings of the tests</h3>
          <List aria-labelledby={heading}>
            {[...recordings].map(([name, load]) => (
              <li key={name}>
                <Button variant="secondary" onClick={() => void load().then((text) => onOpen(text, name))}>
                  {name}
                </Button>
              </li>
            ))}
          </List>
        </>
      )}
    </div>
  );
};
