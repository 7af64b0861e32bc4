import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Call, LoadRequest, LoadResult, Player } from './messages.ts';
import { readUsage, serveParent } from './usage.ts';

const { players, goods }: { players: readonly Player[]; goods: readonly string[] } = JSON.parse(
  readFileSync(process.env['PLAYERS_FILE'] ?? '', 'utf8'),
);
const SERVERS = ['101', '102', '103'];
const CHANNELS = ['card', 'wallet', 'bank'];

const playerAt = (index: number): Player => {
  const player = players[index % players.length];
  if (!player) throw new Error('there are no players');
  return player;
};

const PATH: Readonly<Record<Call, string>> = { poll: '/api/order/record', create: '/api/order/webCreate' };

const bodyOf = (call: Call, index: number): unknown => {
  const { orderId, roleId } = playerAt(index);
  if (call === 'poll') return { page: 1, size: 1, begin: 0, end: 0, sdk_order_id: orderId, status: -1 };
  const choice = Math.floor(index / players.length);
  const server = Math.floor(choice / goods.length);
  return {
    role_id: roleId,
    server_id: SERVERS[server % SERVERS.length],
    cp_goods_id: goods[choice % goods.length],
    channel_code: CHANNELS[Math.floor(server / SERVERS.length)],
    role_name: 'Aldric Vane',
    server_name: 'Dawn Harbor',
  };
};

const requestOf = (call: Call, index: number): string => {
  const { token, userId } = playerAt(index);
  const body = JSON.stringify(bodyOf(call, index));
  const key = call === 'create' ? `idempotency-key: ${randomUUID()}\r\n` : '';
  return (
    `POST ${PATH[call]} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ntoken: ${token}\r\nuser-id: ${userId}\r\n` +
    `client-id: 3f0c9d58-5b6e-4c8e-9f0b-2f6d3a1c7e44\r\n${key}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
};

/** Length of the first complete response in `text` (latin1); 0 if it is incomplete. */
const lengthOf = (text: string): number => {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1];
  if (length === undefined) {
    const end = text.indexOf('0\r\n\r\n', head);
    return end < 0 ? 0 : end + 5;
  }
  const end = head + 4 + Number(length);
  return text.length >= end ? end : 0;
};

const isSuccess = (text: string): boolean => text.startsWith('HTTP/1.1 200') && text.includes('{"code":0,');

const run = async ({ call, ports, connections, durationMs, offset }: LoadRequest): Promise<LoadResult> => {
  const latenciesMs: number[] = [];
  let [next, failed] = [offset, 0];
  let firstFailure: string | null = null;
  const began = performance.now();
  const end = began + durationMs;

  const drive = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let text = '';
      let since = 0;
      const send = (): void => {
        if (performance.now() >= end) {
          socket.destroy();
          resolve();
          return;
        }
        since = performance.now();
        socket.write(requestOf(call, next));
        next += 1;
      };
      socket.setEncoding('latin1').setNoDelay(true);
      socket.on('data', (part: string) => {
        text += part;
        const length = lengthOf(text);
        if (length === 0) return;
        if (isSuccess(text)) latenciesMs.push(performance.now() - since);
        else {
          failed += 1;
          firstFailure ??= text.slice(0, 2_000);
        }
        text = text.slice(length);
        send();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('connect', send);
    });

  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      drive(connect({ host: '127.0.0.1', port: ports[index % ports.length] ?? 0 })),
    ),
  );
  const elapsedMs = performance.now() - began;
  latenciesMs.sort((a, b) => a - b);
  return { done: latenciesMs.length, failed, firstFailure, elapsedMs, latenciesMs, usage: readUsage() };
};

serveParent((message) => (message === 'usage' ? readUsage() : run(message as LoadRequest)));
process.send?.('ready');
