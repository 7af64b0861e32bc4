import type { WorkerScope } from './worker-scope.ts';

/** The files of a build, written by vite/service-worker.ts. */
export type Build = {
  /** Differs when any file differs. */
  readonly id: string;
  /** Digest of the page, as in an `integrity` attribute. */
  readonly pageIntegrity: string;
  /** Length of the page in bytes. */
  readonly pageBytes: number;
  /** Paths below /assets/ and lengths in bytes. Each name contains a hash of its content. */
  readonly files: Readonly<Record<string, number>>;
};

const PREFIX = 'portal-';
/** Contains the page of the build that was installed last. */
const NEXT = `${PREFIX}next`;
const PAGE = '/';

const languageOf = (url: string): string | undefined => /\/([\w-]+)\.(?:bundle|player|all)-[\w-]+\.js$/.exec(url)?.[1];

/** False for the HTML that some hosts send in place of a missing file. */
const isFile = (response: Response): boolean =>
  response.ok && !response.headers.get('content-type')?.startsWith('text/html');

/** A browser may keep only a part of a stored file. */
const hasLength = async (response: Response, bytes: number | undefined): Promise<boolean> =>
  bytes === undefined || (await response.clone().blob()).size === bytes;

const isPage = (response: Response): boolean =>
  response.ok && response.headers.get('content-type')?.startsWith('text/html') === true;

/** A cache that fails counts as empty. */
const orNothing = async <Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> => {
  try {
    return await look();
  } catch {
    return undefined;
  }
};

const cacheNames = async (caches: CacheStorage): Promise<readonly string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Removes `Link` headers: the browser would request their files before the first paint, which needs only the page's HTML. */
const withoutLinks = ({ body, status, headers }: Response): Response => {
  const own = new Headers(headers);
  own.delete('link');
  return new Response(body, { status, headers: own });
};

export const deleteCaches = async (caches: CacheStorage): Promise<void> => {
  const names = await cacheNames(caches);
  await Promise.all(names.map((name) => caches.delete(name)));
};

/** One cache per build. A page refers only to files of its build, and a name always has the same content: that of any build is used. */
export const createBuildCache = (build: Build, { caches, fetch }: Pick<WorkerScope, 'caches' | 'fetch'>) => {
  const name = `${PREFIX}${build.id}`;
  const files = new Map(Object.entries(build.files));

  /** A stored file, unless it is damaged. */
  const findFile = (path: string, options: MultiCacheQueryOptions): Promise<Response | undefined> =>
    orNothing(async () => {
      const stored = await caches.match(path, options);
      return stored && isFile(stored) && (await hasLength(stored, files.get(path))) ? stored : undefined;
    });

  /** Contains `undefined`, the language of files without texts. */
  const languagesOfPlayer = async (): Promise<ReadonlySet<string | undefined>> => {
    const names = await cacheNames(caches);
    const requests = await Promise.all(names.map(async (one) => (await caches.open(one)).keys()));
    return new Set([undefined, ...requests.flat().map(({ url }) => languageOf(url))]);
  };

  const load = async (path: string): Promise<Response> => {
    const fetched = await fetch(path, { priority: 'low' });
    // The HTTP cache of the browser may contain the damaged file too.
    const isWhole = await hasLength(fetched, files.get(path));
    const response = isWhole ? fetched : await fetch(path, { priority: 'low', cache: 'reload' });
    if (!isFile(response)) throw new Error(`${path} is missing`);
    return response;
  };

  const keep = async (path: string, response: Response): Promise<void> => (await caches.open(name)).put(path, response);

  const keepWhole = async (path: string, response: Response): Promise<void> => {
    if (await hasLength(response, files.get(path))) await keep(path, response).catch(() => undefined);
  };

  const store = async (path: string): Promise<void> => {
    if (await findFile(path, { cacheName: name })) return;
    await keep(path, (await findFile(path, {})) ?? (await load(path)));
  };

  return {
    /**
     * Stores every page and picture, and the languages that an earlier build had stored. Files load one after another, so that calls of
     * the player's page do not wait. Rejects if a file is missing or the page belongs to another build, as in the middle of a deployment.
     */
    install: async (): Promise<void> => {
      const languages = await languagesOfPlayer();
      for (const path of files.keys()) if (languages.has(languageOf(path))) await store(path);
      const page = await fetch(PAGE, {
        cache: 'no-store',
        integrity: build.pageIntegrity,
        redirect: 'error',
        priority: 'low',
      });
      if (!page.ok) throw new Error('the page is missing');
      const stored = withoutLinks(page);
      await keep(PAGE, stored.clone());
      await (await caches.open(NEXT)).put(PAGE, stored);
    },
    storeLanguage: async (language: string): Promise<void> => {
      for (const path of files.keys()) if (languageOf(path) === language) await store(path);
    },
    /** Deletes only older caches: a newer one may belong to a build that is being installed. Names are in the order of creation. */
    deleteOlder: async (): Promise<void> => {
      const names = (await cacheNames(caches)).filter((one) => one !== NEXT);
      await Promise.all(names.slice(0, Math.max(0, names.indexOf(name))).map((older) => caches.delete(older)));
    },
    page: (): Promise<Response | undefined> =>
      orNothing(async () => {
        const stored = await caches.match(PAGE, { cacheName: name });
        return stored && isPage(stored) && (await hasLength(stored, build.pageBytes)) ? stored : undefined;
      }),
    /** The page of another build, whose length is unknown. */
    nextPage: (): Promise<Response | undefined> =>
      orNothing(async () => {
        const stored = await caches.match(PAGE, { cacheName: NEXT });
        const isWhole = stored && isPage(stored) && (await stored.clone().text()).trimEnd().endsWith('</html>');
        return isWhole ? stored : undefined;
      }),
    /** Responds before the file is stored; `keepAlive` receives the rest. If the storage is full, the next visit requests the file again. */
    file: async (request: Request, keepAlive: (task: Promise<unknown>) => void): Promise<Response> => {
      const { pathname } = new URL(request.url);
      const stored = await findFile(pathname, { ignoreVary: true });
      if (stored) return stored;
      const response = await fetch(request);
      if (files.has(pathname) && isFile(response)) keepAlive(keepWhole(pathname, response.clone()));
      return response;
    },
  };
};
