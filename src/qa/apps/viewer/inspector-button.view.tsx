import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import {
  type InspectorConnection,
  inspectorUrl,
  openInspectorWindow,
} from '../../core/inspect/inspector-connection.ts';

export type InspectorButtonProps = {
  readonly messages: readonly StatelyInspectionEvent[];
  /** Messages before this one have happened at the shown step. */
  readonly upTo: number;
};

/**
 * Plays the recording into the Stately inspector as well: it receives the messages up to the shown step, and more with each step
 * forward. Messages that it received stay there after a step back.
 */
export const InspectorButton = ({ messages, upTo }: InspectorButtonProps) => {
  const [line, setLine] = useState<InspectorConnection | null>(null);
  const sent = useRef(0);

  useEffect(() => {
    if (!line) return;
    for (const message of messages.slice(sent.current, upTo)) line.send(message);
    sent.current = Math.max(sent.current, upTo);
  }, [line, messages, upTo]);
  useEffect(() => () => line?.close(), [line]);

  const open = (): void => {
    const { search, origin } = window.location;
    sent.current = 0;
    setLine(openInspectorWindow(window, inspectorUrl(new URLSearchParams(search), origin), null));
  };
  return (
    <button
      type="button"
      className={buttonClass({ variant: 'secondary' })}
      title="Plays the recording into the Stately inspector"
      aria-pressed={line !== null && !line.blocked}
      onClick={open}
    >
      {line?.blocked ? 'Allow pop-ups and try again' : 'Stately'}
    </button>
  );
};
