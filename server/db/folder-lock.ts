import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './open-result.ts';

/** `owner`: process id of the owner, if it responded. */
export type FolderLock =
  | { readonly ok: true; readonly release: () => Promise<void> }
  | { readonly ok: false; readonly owner: string };

/** Longest local socket address that every system supports. */
const LONGEST_ADDRESS = 100;
/** Longer than another process needs between finding no owner and writing its own note. */
const SETTLE_MS = 100;
const NAME = /^portal-[0-9a-f]{24}$/;

/** Neither the folder nor the system's temporary folder accepts a socket. `code`: why the last one does not. */
export class SocketRefused extends Error {
  readonly code: string;

  constructor(code: string) {
    super('no socket can be opened');
    this.name = 'SocketRefused';
    this.code = code;
  }
}

/**
 * Where the socket may be: in the folder, or in the system's temporary folder if the path is too long or the file system has no sockets, as
 * on a network drive.
 */
const addressesOf = (folder: string, name: string): readonly string[] => {
  if (process.platform === 'win32') return [`\\\\.\\pipe\\${name}`];
  return [folder, tmpdir()]
    .map((parent) => join(parent, `${name}.sock`))
    .filter((address) => Buffer.byteLength(address) <= LONGEST_ADDRESS);
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

const listenAtFirst = async (addresses: readonly string[]): Promise<Server> => {
  let code = 'ENAMETOOLONG';
  for (const address of addresses)
    try {
      return await listen(address);
    } catch (error) {
      code = codeOf(error);
    }
  throw new SocketRefused(code);
};

/** Reads the process id from the socket at an address; null if no process responds. */
const readOwnerAt = (address: string): Promise<string | null> =>
  new Promise((resolve) => {
    let received = '';
    let reached = false;
    const socket = connect(address, () => {
      reached = true;
    });
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.once('error', () => socket.destroy());
    socket.once('close', () => resolve(reached ? received || 'unknown' : null));
  });

const readOwner = async (addresses: readonly string[]): Promise<string | null> => {
  const owners = await Promise.all(addresses.map(readOwnerAt));
  return owners.find((owner) => owner !== null) ?? null;
};

const removeFile = (path: string): void => {
  try {
    unlinkSync(path);
  } catch {
    // The file is already gone.
  }
};

const readNote = (note: string): string | null => {
  try {
    const name = readFileSync(note, 'utf8');
    return NAME.test(name) ? name : null;
  } catch {
    return null;
  }
};

/**
 * One process per data folder. Rejects with `SocketRefused`, or with the error of the system if the folder cannot be written. The owner listens on a local socket and writes the socket's name to the file `in-use`. A socket closes with
 * its process, even after kill -9, so a stale file points to no owner and is replaced; reused process ids do not matter. If several
 * processes replace it concurrently, the last one to write owns the folder and the others notice.
 */
export const lockFolder = async (dataDir: string): Promise<FolderLock> => {
  const folder = realpathSync(dataDir);
  const note = join(folder, 'in-use');
  const name = `portal-${randomBytes(12).toString('hex')}`;
  const server = await listenAtFirst(addressesOf(folder, name));
  const end = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

  const claim = async (): Promise<FolderLock> => {
    for (;;) {
      const other = readNote(note);
      const owner = other && (await readOwner(addressesOf(folder, other)));
      if (owner) {
        await end();
        return { ok: false, owner };
      }
      if (readNote(note) !== other) continue;
      writeFileSync(`${note}.${name}`, name);
      renameSync(`${note}.${name}`, note);
      if (other) addressesOf(folder, other).forEach(removeFile);
      await pause(SETTLE_MS);
      if (readNote(note) !== name) continue;
      return {
        ok: true,
        release: async () => {
          removeFile(note);
          await end();
        },
      };
    }
  };

  try {
    return await claim();
  } catch (error) {
    await end();
    throw error;
  }
};
