import css from './inspector-frame.module.css';
import { openInspectorSocket } from './inspector-socket.ts';
import type { InspectorTarget } from './inspector-target.ts';
import { type InspectorConnection, openInspectorWindow } from './inspector-window.ts';

/** Opens an inspector in a panel at the bottom of this page, in a window of its own, or through a socket. */
export const createInspectorConnector =
  (browser: Window) =>
  ({ kind, url }: InspectorTarget): InspectorConnection => {
    if (kind === 'socket') return openInspectorSocket(url);
    if (kind === 'window') return openInspectorWindow(browser, url, null);
    const { body, documentElement } = browser.document;
    const frame = browser.document.createElement('iframe');
    const beside = css['beside'] ?? '';
    frame.id = 'qa-inspector';
    frame.title = 'Inspector';
    frame.className = css['frame'] ?? '';
    body.append(frame);
    documentElement.classList.add(beside);
    const line = openInspectorWindow(browser, url, frame);
    const close = (): void => {
      line.close();
      frame.remove();
      documentElement.classList.remove(beside);
    };
    return { ...line, close };
  };
