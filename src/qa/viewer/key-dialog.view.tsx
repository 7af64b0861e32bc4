import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from './key-dialog.module.css';
import { KEY_MAP, keyName } from './key-map.ts';

export type KeyDialogProps = {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

/** A button and the list of keys that it opens. */
export const KeyDialog = ({ isOpen, onOpen }: KeyDialogProps): ReactNode => (
  <>
    <Button variant="quiet" aria-label="Keys" onClick={() => onOpen(true)}>
      ?
    </Button>
    <Dialog
      open={isOpen}
      label="Keys"
      onDismiss={() => onOpen(false)}
      actions={
        <Button variant="secondary" onClick={() => onOpen(false)}>
          Close
        </Button>
      }
    >
      <dl className={css['keys']}>
        {KEY_MAP.map(({ action, keys, label }) => (
          <div key={action}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{keyName(key)}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  </>
);
