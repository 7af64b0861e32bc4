import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** In the sources, the migrations are next to this file; the bundle in dist/server reads them from the sources. */
const FOLDERS = ['./migrations/', '../../server/db/migrations/'];

/** Folder of the SQL files and their journal, or null if it is missing. */
export const findMigrations = (): string | null =>
  FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync) ?? null;

/** The folder of `findMigrations`. Throws if it is missing. */
export const migrationsFolder = (): string => {
  const folder = findMigrations();
  if (folder === null) throw new Error('the folder server/db/migrations is missing');
  return folder;
};
