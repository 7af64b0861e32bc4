import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import { recordings } from '../record/recordings.ts';
import css from './welcome.module.css';

export type WelcomeProps = {
  readonly isLive: boolean;
  readonly onOpen: (text: string, name: string) => void;
};

export const Welcome = ({ isLive, onOpen }: WelcomeProps): ReactNode => {
  const heading = useId();
  return (
    <div className={css['welcome']}>
      <h2>{isLive ? 'Waiting for the first message' : 'Nothing to show yet'}</h2>
      <p>
        Drop a recording here, or open one with the button above. To watch the portal live, add{' '}
        <code>?inspect=local</code> to its URL. The portal then opens this page and sends its messages here.
      </p>
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
    </div>
  );
};
