const urls = import.meta.glob<string>('../../{art,views/app}/*.svg', { eager: true, query: '?url', import: 'default' });
const texts = import.meta.glob<string>('../../{art,views/app}/*.svg', { query: '?raw', import: 'default' });

const pathByUrl = new Map(Object.entries(urls).map(([path, url]) => [url, path]));
const nameOf = (path: string): string => path.replace(/^.*\/|\.svg$/g, '');

/** The name of the drawing of this build at a URL; null if there is none. */
export const pictureAt = (url: string): string | null => {
  const path = pathByUrl.get(url);
  return path === undefined ? null : nameOf(path);
};

/** Data URLs of drawings by name. */
export const picturesOf = async (names: ReadonlySet<string>): Promise<Readonly<Record<string, string>>> => {
  const wanted = Object.entries(texts).filter(([path]) => names.has(nameOf(path)));
  const entries = wanted.map(async ([path, load]) => [
    nameOf(path),
    `data:image/svg+xml,${encodeURIComponent((await load()).replace(/>\s+</g, '><'))}`,
  ]);
  return Object.fromEntries(await Promise.all(entries));
};
