import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { primaryClientOf } from '../../server/db/primary-client.ts';

/** A message of PostgreSQL's protocol: a letter, the length, the content. */
const message = (letter: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
};
const READY = message('Z', Buffer.from('I'));
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const WRITABLE = Buffer.concat([
  message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from('transaction_read_only\0'), Buffer.alloc(18)])),
  message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 3]), Buffer.from('off')])),
  message('C', Buffer.from('SHOW\0')),
  READY,
]);

/** Accepts every connection. `onQuery` responds to the statements of the connection with this number. */
const fakePostgres = async (onQuery: (socket: Socket, connection: number) => void) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(WELCOME);
      socket.on('data', (part) => {
        if (String(part).startsWith('Q')) onQuery(socket, connection);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `postgres://tester@127.0.0.1:${port}/portal`, close: () => server.close() };
};

const crashes: unknown[] = [];
const crash = (error: unknown): void => {
  crashes.push(error);
};
beforeEach(() => {
  crashes.length = 0;
  process.on('uncaughtException', crash);
});
afterEach(() => process.off('uncaughtException', crash));

test('a connection that is cut while it is checked for writes is a failed connection, and the process survives (F1, F10)', async () => {
  const host = await fakePostgres((socket, connection) => {
    if (connection === 2) socket.destroy();
    else socket.write(WRITABLE);
  });
  const pool = new pg.Pool({ connectionString: host.url, Client: primaryClientOf([host.url]), max: 1 });
  await expect(pool.connect()).rejects.toThrow('Connection terminated unexpectedly');
  const client = await pool.connect();
  client.release();
  await pool.end();
  host.close();
  expect(crashes).toEqual([]);
});

test('a check that does not end in time is a failed connection, and the process survives (F1, F10)', async () => {
  const host = await fakePostgres((socket, connection) => {
    if (connection !== 2) socket.write(WRITABLE);
  });
  const Client = primaryClientOf([host.url]);
  const pool = new pg.Pool({ connectionString: host.url, Client, max: 1, connectionTimeoutMillis: 300 });
  await expect(pool.connect()).rejects.toThrow('Connection terminated');
  await pool.end();
  host.close();
  expect(crashes).toEqual([]);
});
