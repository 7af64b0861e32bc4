import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** In the sources, the migrations are next to this file; the bundle in dist/server reads them from the sources. */
const FOLDERS = ['./migrations/', '../../server/db/migrations/'];

/** Folder of the SQL files and their journal. */
export const migrationsFolder = (): string => {
  const folder = FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync);
  if (!folder) throw new Error('the folder server/db/migrations is missing');
  return folder;
};
