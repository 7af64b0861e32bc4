import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** In the sources, the images are next to this file; the bundle in dist/server reads them from the sources. */
const FOLDERS = ['./media/', '../../server/content/media/'];

export const MEDIA_HEADERS = {
  'Content-Type': 'image/svg+xml; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cache-Control': 'public, max-age=86400',
};

/** Images of the articles by file name, read once at start. No request path reaches the file system. */
export const readMedia = (): ReadonlyMap<string, string> => {
  const folder = FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync);
  if (!folder) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  return new Map(names.map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')]));
};
