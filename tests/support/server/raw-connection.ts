import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A TCP connection that sends raw bytes and records everything it receives. */
export type RawConnection = {
  readonly socket: Socket;
  readonly write: (text: string) => void;
  readonly received: () => string;
  /** Resolves with everything received once it matches or the connection closes. */
  readonly until: (pattern: RegExp) => Promise<string>;
  /** Resolves with everything received when either side closes the connection. */
  readonly closed: Promise<string>;
  readonly end: () => void;
};

/** Resolves when connected. `localAddress`: on Linux any address of 127.0.0.0/8 works. */
export const openConnection = (port: number, text = '', localAddress?: string): Promise<RawConnection> =>
  new Promise((resolve, reject) => {
    let received = '';
    let waiting: { readonly pattern: RegExp; readonly done: (text: string) => void }[] = [];
    const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) });
    const settle = (isOver: boolean): void => {
      const ready = waiting.filter(({ pattern }) => isOver || pattern.test(received));
      waiting = waiting.filter((one) => !ready.includes(one));
      for (const { done } of ready) done(received);
    };
    const closed = new Promise<string>((done) => {
      socket.once('close', () => {
        settle(true);
        done(received);
      });
    });
    socket.once('error', reject);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      settle(false);
    });
    socket.once('connect', () => {
      if (text) socket.write(text);
      resolve({
        socket,
        write: (more) => void socket.write(more),
        received: () => received,
        until: (pattern) =>
          pattern.test(received) || socket.destroyed
            ? Promise.resolve(received)
            : new Promise((done) => waiting.push({ pattern, done })),
        closed,
        end: () => void socket.destroy(),
      });
    });
  });

type RawAnswer = { readonly status: number; readonly type: string; readonly location: string; readonly text: string };

/** Sends path, method and body unchanged, and follows no redirect. `fetch` would resolve the dot segments of the path. */
export const sendRaw = (
  port: number,
  path: string,
  { method = 'GET', headers = {}, body = '' } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers, host: '127.0.0.1', agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      const { location = '', 'content-type': type = '' } = answer.headers;
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, type, location, text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
