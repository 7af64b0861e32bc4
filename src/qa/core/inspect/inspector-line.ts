import css from './inspector-frame.module.css';
import { openInspectorSocket } from './inspector-socket.ts';
import type { InspectorTarget } from './inspector-target.ts';
import { type InspectorConnection, openInspectorWindow } from './inspector-window.ts';

const ID = 'qa-inspector';

/** The panel with the inspector at the bottom of the page; null after it was removed. */
const drawInspectorFrame = (document: Document, wanted: boolean): HTMLIFrameElement | null => {
  document.getElementById(ID)?.remove();
  document.documentElement.classList.toggle(css['beside'] ?? '', wanted);
  if (!wanted) return null;
  const frame = document.createElement('iframe');
  frame.id = ID;
  frame.title = 'Inspector';
  frame.className = css['frame'] ?? '';
  document.body.append(frame);
  return frame;
};

/** Opens an inspector in a panel of this page, in a window of its own, or through a socket. */
export const createInspectorConnector =
  (browser: Window) =>
  ({ kind, url }: InspectorTarget): InspectorConnection => {
    if (kind === 'socket') return openInspectorSocket(url);
    if (kind === 'window') return openInspectorWindow(browser, url, null);
    const line = openInspectorWindow(browser, url, drawInspectorFrame(browser.document, true));
    const close = (): void => {
      line.close();
      drawInspectorFrame(browser.document, false);
    };
    return { ...line, close };
  };
