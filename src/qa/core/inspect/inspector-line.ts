import { drawInspectorFrame } from './inspector-frame.ts';
import { openInspectorSocket } from './inspector-socket.ts';
import type { InspectorTarget } from './inspector-target.ts';
import { type InspectorConnection, openInspectorWindow } from './inspector-window.ts';

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
