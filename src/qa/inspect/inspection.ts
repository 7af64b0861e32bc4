import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { InspectionEvent } from 'xstate';
import type { Json } from '../redact/redactor.ts';
import { messageOf } from './inspection-message.ts';
import type { InspectionWish } from './inspection-wish.ts';
import { drawInspectorFrame } from './inspector-frame.ts';
import { openInspectorSocket } from './inspector-socket.ts';
import { type InspectorLine, openInspectorWindow } from './inspector-window.ts';

/** Enough for a day of testing: what is older was seen by nobody who comes now. */
const ROOM = 50_000;

/**
 * Everything the actors do, told to an inspector. Kept from the page's first moment, so that one that is opened later has seen
 * everything too.
 */
export const createInspection = (browser: Window, redact: (value: unknown) => Json) => {
  const said: StatelyInspectionEvent[] = [];
  let line: InspectorLine | null = null;
  let wish: InspectionWish | null = null;

  const close = (): void => {
    line?.close();
    line = null;
    wish = null;
    drawInspectorFrame(browser.document, false);
  };
  const lineTo = ({ kind, url }: InspectionWish): InspectorLine => {
    if (kind === 'socket') return openInspectorSocket(url);
    return openInspectorWindow(browser, url, kind === 'frame' ? drawInspectorFrame(browser.document, true) : null);
  };

  return {
    see: (seen: InspectionEvent): void => {
      const message = messageOf(seen, redact, Date.now());
      if (!message) return;
      said.push(message);
      if (said.length > ROOM) said.shift();
      line?.send(message);
    },
    /** Opens an inspector instead of the one before. From a click, or the browser may refuse a window. */
    open: (wanted: InspectionWish | null): void => {
      close();
      if (!wanted) return;
      wish = wanted;
      line = lineTo(wanted);
      for (const message of said) line.send(message);
    },
    close,
    /** Where the messages go, and whether the browser refused the window. */
    state: () => ({ wish, blocked: line?.blocked ?? false }),
  };
};

export type Inspection = ReturnType<typeof createInspection>;
