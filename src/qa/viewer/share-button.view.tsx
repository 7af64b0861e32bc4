import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Recording } from './recording.ts';

export type ShareButtonProps = {
  readonly recording: Recording;
  /** Why the page could not be made; null if it was. */
  readonly onProblem: (problem: string | null) => void;
};

/** Downloads the recording as a page that opens without a server. */
export const ShareButton = ({ recording, onProblem }: ShareButtonProps): ReactNode => {
  const [isSharing, setSharing] = useState(false);
  const share = async (): Promise<string | null> => {
    try {
      const { shareReport } = await import('../report/share-report.ts');
      return await shareReport({ browser: window, fetch: window.fetch.bind(window) }, recording.name, recording.text);
    } catch (error) {
      return `The page of this recording could not be made: ${String(error)}`;
    }
  };
  const onClick = async (): Promise<void> => {
    setSharing(true);
    onProblem(await share());
    setSharing(false);
  };
  return (
    <Button variant="secondary" disabled={isSharing} onClick={() => void onClick()}>
      {isSharing ? 'Sharing…' : 'Share'}
    </Button>
  );
};
