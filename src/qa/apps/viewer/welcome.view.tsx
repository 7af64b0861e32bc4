import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { List } from '../../../ui/list.tsx';
import { recordings } from '../../portal/recordings.ts';
import { Tool } from '../page/controls.view.tsx';
import { type PaneProps, recordedByOpener } from './use-opened.ts';
import css from './viewer.module.css';

/** What can be opened, while nothing is. */
export const Welcome = ({ place: { isLive, openText } }: Pick<PaneProps, 'place'>) => {
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
      {recorded && <Button onClick={() => openText(recorded.text())}>Open what the portal has recorded so far</Button>}
      <h3 id={heading}>Recordings of the tests</h3>
      <List aria-labelledby={heading}>
        {[...recordings].map(([name, load]) => (
          <li key={name}>
            <Tool label={name} onClick={() => void load().then((found) => openText(found, name))} />
          </li>
        ))}
      </List>
    </div>
  );
};
