import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './refused-sender.module.css';
import type { SenderGuard } from './senders.ts';

export type RefusedSenderProps = {
  readonly senders: SenderGuard;
  /** What the host of this page does to allow an origin. */
  readonly howToAllow: (origin: string) => ReactNode;
};

/** Says which app this page refuses, and how to allow it. */
export const RefusedSender = ({ senders, howToAllow }: RefusedSenderProps): ReactNode => {
  const refused = useSyncExternalStore(senders.subscribe, senders.refused);
  const [closed, setClosed] = useState<string | null>(null);
  if (refused === null || refused === closed) return null;
  return (
    <div className={css['notice']} role="alert">
      <p>
        The app at <b>{refused}</b> opened this page. Its messages are refused. To show its machines here,{' '}
        {howToAllow(refused)}.
      </p>
      <Button variant="quiet" onClick={() => setClosed(refused)}>
        Close
      </Button>
    </div>
  );
};
