import { type ReactNode, useEffect, useState } from 'react';
import { Announcer } from './announcer.tsx';
import { Button, type ButtonProps } from './button.tsx';

const SHOWN_MS = 2_500;

export type CopyButtonProps = {
  readonly label: string;
  readonly copiedLabel: string;
  /** Resolves false when the clipboard refused; then the label stays. */
  readonly onCopy: () => Promise<boolean>;
  readonly variant?: NonNullable<ButtonProps['variant']>;
};

export const CopyButton = ({ label, copiedLabel, onCopy, variant = 'secondary' }: CopyButtonProps): ReactNode => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Button variant={variant} icon={copied ? 'check' : 'copy'} onClick={() => void onCopy().then(setCopied)}>
        {copied ? copiedLabel : label}
      </Button>
      <Announcer message={copied ? copiedLabel : ''} />
    </>
  );
};
