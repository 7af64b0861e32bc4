import type { InspectorLine } from './inspector-window.ts';

const PAUSE_MS = 2_000;

/**
 * To `createInspectorServer`. The package's own adapter does not come back when the server is started anew; this one does, and tells
 * it everything from the beginning.
 */
export const openInspectorSocket = (url: string): InspectorLine => {
  const said: string[] = [];
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const connect = (): void => {
    const opening = new WebSocket(url);
    opening.addEventListener('open', () => {
      socket = opening;
      for (const text of said) opening.send(text);
    });
    opening.addEventListener('close', () => {
      socket = null;
      if (!closed) timer = setTimeout(connect, PAUSE_MS);
    });
  };
  connect();
  return {
    send: (message) => {
      const text = JSON.stringify(message);
      said.push(text);
      socket?.send(text);
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
    blocked: false,
  };
};
