import { useActorRef, useSelector } from '@xstate/react';
import { copyMachine, selectIsCopied } from '../../../machines/elements/copy.machine.ts';
import { wire } from '../../../machines/kernel/port.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Announcer } from '../../ui/live-region.tsx';
import { useBrowserActions } from './portal.context.tsx';

export type CopyButtonProps = {
  readonly label: string;
  readonly copiedLabel: string;
  /** The text at the time of the click. If the clipboard refuses it, the label stays the same. */
  readonly text: () => string;
  readonly variant?: NonNullable<ButtonProps['variant']>;
};

export const CopyButton = ({ label, copiedLabel, text, variant = 'secondary' }: CopyButtonProps) => {
  const { copyText } = useBrowserActions();
  const actor = useActorRef(wire(copyMachine, { copyText: () => copyText(text()) }));
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
