import { createHash } from 'node:crypto';
import { realpathSync, statSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './opening.ts';

/** `owner`: process id of who has the folder, where it could be asked. */
export type FolderLock =
  | { readonly ok: true; readonly release: () => Promise<void> }
  | { readonly ok: false; readonly owner: string };

/** Longest address of a local socket that every system takes. */
const LONGEST_ADDRESS = 100;

/** Another process may have seen the same dead socket at the same moment; by then it has replaced ours. */
const SETTLE_MS = 50;

const addressesOf = (folder: string): string[] => {
  const name = `portal-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return [`\\\\.\\pipe\\${name}`];
  return [join(folder, 'in-use.sock'), join(tmpdir(), `${name}.sock`)].filter(
    (address) => Buffer.byteLength(address) <= LONGEST_ADDRESS,
  );
};

const listen = (address: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once('error', reject);
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });

/** The id that a living owner answers with; null when nobody answers any more. */
const askOwner = (address: string): Promise<string | null> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(address);
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    let reached = false;
    socket.once('connect', () => {
      reached = true;
    });
    socket.once('error', () => socket.destroy());
    socket.once('close', () => resolve(reached ? heard || 'unknown' : null));
  });

const inodeOf = (address: string): number | null => {
  try {
    return statSync(address).ino;
  } catch {
    return null;
  }
};

const locked = (server: Server): FolderLock => ({
  ok: true,
  release: () => new Promise((resolve) => server.close(() => resolve())),
});

const takeOver = async (address: string): Promise<FolderLock> => {
  const owner = await askOwner(address);
  if (owner !== null) return { ok: false, owner };
  try {
    unlinkSync(address);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const server = await listen(address);
  const ours = inodeOf(address);
  await pause(SETTLE_MS);
  if (inodeOf(address) === ours) return locked(server);
  server.close();
  return { ok: false, owner: (await askOwner(address)) ?? 'unknown' };
};

/**
 * One process per data folder. The lock is a listening local socket, so it ends with its process whatever ended that: what kill -9
 * leaves behind answers nobody and is taken over, and a process id that was given out again means nothing.
 */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const addresses = addressesOf(realpathSync(folder));
  for (const [at, address] of addresses.entries()) {
    try {
      return locked(await listen(address));
    } catch (error) {
      if (codeOf(error) === 'EADDRINUSE') return takeOver(address);
      if (at === addresses.length - 1) throw error;
    }
  }
  throw new Error('no address for the lock of the data folder');
};
