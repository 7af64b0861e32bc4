import type { WorkerScope } from '../../../src/service-worker/worker-scope.ts';

const ORIGIN = 'https://portal.example';
const urlOf = (key: RequestInfo | URL): string => new URL(key instanceof Request ? key.url : key, ORIGIN).href;

/** Cache storage in memory: the methods that the service worker calls. A cache for which `isFull` is true refuses new responses. */
export const createFakeCaches = () => {
  const stored = new Map<string, Map<string, Response>>();
  const fake = { isFull: false };

  const cacheOf = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      put: async (key: RequestInfo | URL, response: Response) => {
        if (fake.isFull) throw new DOMException('full', 'QuotaExceededError');
        entries.set(urlOf(key), response);
      },
    };
  };

  const caches = {
    keys: async () => [...stored.keys()],
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => stored.delete(name),
    match: async (key: RequestInfo | URL, { cacheName }: { cacheName?: string } = {}) => {
      for (const [name, entries] of stored) {
        const found = cacheName === undefined || cacheName === name ? entries.get(urlOf(key)) : undefined;
        if (found) return found.clone();
      }
      return undefined;
    },
  } as unknown as WorkerScope['caches'];

  return Object.assign(fake, {
    caches,
    /** Cache name → paths. */
    dump: (): Readonly<Record<string, readonly string[]>> =>
      Object.fromEntries(
        [...stored].map(([name, entries]) => [name, [...entries.keys()].map((url) => url.slice(ORIGIN.length))]),
      ),
    requestOf: (path: string): Request => new Request(urlOf(path)),
  });
};
