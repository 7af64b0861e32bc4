import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { download } from '../record/download.ts';
import type { Message } from './message.schema.ts';

/** Saves the messages of a watched app as a file that a viewer opens. */
export const SaveButton = ({ messages }: { readonly messages: readonly Message[] }): ReactNode => {
  const save = (): void => {
    const time = new Date(messages[0]?.createdAt ?? 0).toISOString().slice(0, 19);
    const text = JSON.stringify(messages);
    download(window, { name: `messages ${time}`, ending: '.json', type: 'application/json', text });
  };
  return (
    <Button variant="secondary" onClick={save}>
      Save
    </Button>
  );
};
