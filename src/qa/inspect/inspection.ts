import type { InspectionEvent } from 'xstate';
import type { Json } from '../redact/redactor.ts';
import { messageOf } from './inspection-message.ts';
import { drawInspectorFrame } from './inspector-frame.ts';
import { openInspectorSocket } from './inspector-socket.ts';
import type { InspectorTarget } from './inspector-target.ts';
import { type InspectorLine, openInspectorWindow } from './inspector-window.ts';
import { createTakenTransitions, type TakenTransition } from './taken-transitions.ts';

const TOLD: ReadonlySet<string> = new Set(['@xstate.actor', '@xstate.event', '@xstate.snapshot']);

type Moment = { readonly seen: InspectionEvent; readonly at: number; readonly taken: readonly TakenTransition[] };

/** Enough for hours of testing. Beyond it the oldest messages go; actors stay, or what they do could not be read. */
const ROOM = 20_000;

/**
 * Everything the actors do, told to an inspector. Kept from the page's first moment, so that one that is opened later has seen
 * everything too; made into messages, and redacted, only when somebody looks.
 */
export const createInspection = (browser: Window, redact: (value: unknown) => Json, room = ROOM) => {
  const moments: Moment[] = [];
  const takenTransitions = createTakenTransitions();
  let line: InspectorLine | null = null;
  let wish: InspectorTarget | null = null;

  const close = (): void => {
    line?.close();
    line = null;
    wish = null;
    drawInspectorFrame(browser.document, false);
  };
  const lineTo = ({ kind, url }: InspectorTarget): InspectorLine => {
    if (kind === 'socket') return openInspectorSocket(url);
    return openInspectorWindow(browser, url, kind === 'frame' ? drawInspectorFrame(browser.document, true) : null);
  };

  const tell = ({ seen, at, taken }: Moment): void => {
    const message = messageOf(seen, redact, at, taken);
    if (message) line?.send(message);
  };
  const keep = (moment: Moment): void => {
    moments.push(moment);
    if (moments.length <= room) return;
    const oldest = moments.findIndex(({ seen }) => seen.type !== '@xstate.actor');
    moments.splice(oldest, 1);
  };

  return {
    see: (seen: InspectionEvent): void => {
      const taken = takenTransitions(seen);
      if (!TOLD.has(seen.type)) return;
      const moment = { seen, at: Date.now(), taken };
      keep(moment);
      if (line) tell(moment);
    },
    /** Opens an inspector instead of the one before. From a click, or the browser may refuse a window. */
    open: (wanted: InspectorTarget | null): void => {
      close();
      if (!wanted) return;
      wish = wanted;
      line = lineTo(wanted);
      for (const moment of moments) tell(moment);
    },
    close,
    /** Where the messages go, and whether the browser refused the window. */
    state: () => ({ wish, blocked: line?.blocked ?? false }),
  };
};

export type Inspection = ReturnType<typeof createInspection>;
