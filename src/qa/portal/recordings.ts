const texts = import.meta.glob<string>('../../../tests/flows/*.flow.json', { query: '?raw', import: 'default' });

/** The recordings that are kept with the tests, by name; each is loaded on request. */
export const recordings: ReadonlyMap<string, () => Promise<string>> = new Map(
  Object.entries(texts).map(([path, load]) => [path.replace(/^.*\/|\.flow\.json$/g, ''), load]),
);
