import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** `owner`: process id of the owner, if it responded. */
export type FolderLock =
  | { readonly ok: true; readonly release: () => Promise<void> }
  | { readonly ok: false; readonly owner: string };

/** Longest local socket address that every system supports. */
const LONGEST_ADDRESS = 100;
/** Longer than another process needs between finding no owner and writing its own note. */
const SETTLE_MS = 100;
const NAME = /^portal-[0-9a-f]{24}$/;

const addressOf = (folder: string, name: string): string => {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const inside = join(folder, `${name}.sock`);
  return Buffer.byteLength(inside) <= LONGEST_ADDRESS ? inside : join(tmpdir(), `${name}.sock`);
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

/** Reads the process id from the owner's socket; null if no owner responds. */
const readOwner = (address: string): Promise<string | null> =>
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

const removeFile = (path: string): void => {
  try {
    unlinkSync(path);
  } catch {
    // The file is already gone.
  }
};

/** The socket name in the note; null if there is no valid note. */
const readNote = (note: string): string | null => {
  try {
    const name = readFileSync(note, 'utf8');
    return NAME.test(name) ? name : null;
  } catch {
    return null;
  }
};

/**
 * One process per data folder. The owner listens on a local socket and writes the socket's name to the file `in-use`. A socket closes with
 * its process, even after kill -9, so a stale file points to no owner and is replaced; reused process ids do not matter. If several
 * processes replace it concurrently, the last one to write owns the folder and the others notice.
 */
export const lockFolder = async (dataDir: string): Promise<FolderLock> => {
  const folder = realpathSync(dataDir);
  const note = join(folder, 'in-use');
  const name = `portal-${randomBytes(12).toString('hex')}`;
  const server = await listen(addressOf(folder, name));
  const end = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

  for (;;) {
    const other = readNote(note);
    const owner = other && (await readOwner(addressOf(folder, other)));
    if (owner) {
      await end();
      return { ok: false, owner };
    }
    if (readNote(note) !== other) continue;
    writeFileSync(`${note}.${name}`, name);
    renameSync(`${note}.${name}`, note);
    if (other) removeFile(addressOf(folder, other));
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
