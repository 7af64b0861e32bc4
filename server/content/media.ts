import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The drawings lie beside this file; seen from the bundle in dist/server they are in the sources. */
const PLACES = ['./media/', '../../server/content/media/'];

export const MEDIA_HEADERS = {
  'Content-Type': 'image/svg+xml',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cache-Control': 'public, max-age=86400',
};

/** The drawings of the articles by file name, read once: an address can only name what was there. */
export const readMedia = (): ReadonlyMap<string, string> => {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  if (!folder) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  return new Map(names.map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')]));
};
