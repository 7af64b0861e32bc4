import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { copyMachine, selectIsCopied } from '../../../machines/elements/copy.machine.ts';
import { wire } from '../../../machines/kernel/port.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';

export type CopyButtonProps = {
  readonly label: string;
  readonly copiedLabel: string;
  /** Resolves to false when the clipboard refuses; the label then stays the same. */
  readonly onCopy: () => Promise<boolean>;
  readonly variant?: NonNullable<ButtonProps['variant']>;
};

export const CopyButton = ({ label, copiedLabel, onCopy, variant = 'secondary' }: CopyButtonProps): ReactNode => {
  const actor = useActorRef(wire(copyMachine, { copyText: onCopy }));
  const isCopied = useSelector(actor, selectIsCopied);
  return (
    <>
      <Button variant={variant} icon={isCopied ? 'check' : 'copy'} onClick={() => actor.send({ type: 'copy.request' })}>
        {isCopied ? copiedLabel : label}
      </Button>
      <Announcer message={isCopied ? copiedLabel : ''} />
    </>
  );
};
