import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The migrations lie beside this file; seen from the bundle in dist/server they are in the sources. */
const PLACES = ['./migrations/', '../../server/db/migrations/'];

/** Folder of the SQL files and their journal. */
export const migrationsFolder = (): string => {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (!folder) throw new Error('the folder server/db/migrations is missing');
  return folder;
};
