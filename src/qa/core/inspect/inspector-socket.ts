import type { InspectorConnection } from './inspector-window.ts';

const PAUSE_MS = 2_000;

/**
 * Sends to `createInspectorServer`. Unlike the package's adapter it reconnects when the server restarts, and sends everything again.
 */
export const openInspectorSocket = (url: string): InspectorConnection => {
  const sent: string[] = [];
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const connect = (): void => {
    const opening = new WebSocket(url);
    opening.addEventListener('open', () => {
      socket = opening;
      for (const text of sent) opening.send(text);
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
      sent.push(text);
      socket?.send(text);
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
    blocked: false,
    isUnanswered: () => socket === null,
    isClosed: () => false,
  };
};
