import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import type { AppEnv } from '../runtime/context.ts';
import { acceptedEncoding } from './public-compression.ts';
import { documentHeaders, QA_PAGE_HEADERS, testBuildOf, WORKER_HEADERS } from './security-headers.ts';

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
/** Paths of the portal's own pages, where an order number may contain a dot. */
const PAGE = /^\/(?:login|403|main)(?:\/|$)/;
const ASSET = /^\/assets\/|\.[a-z][a-z0-9]{0,10}$/i;
/** A build has its page in this file. The portal has no page of this name. */
const INDEX_FILE = /^\/index\.html?$/i;
/** What a form sends, such as that of a payment provider that returns the player by POST. */
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;
/** Paths that the portal does not serve. */
export const BACKEND = /^\/(?:api|webhooks|cashier|sandbox|media|pages|health|metrics)(?:\/|$)/;

type Bytes = Uint8Array<ArrayBuffer>;

const bytesOf = (path: string): Bytes => new Uint8Array(readFileSync(path));

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(?:^|[\\/])\./.test(relative(folder, path)));

/** The build writes this list of files that the browser may request before it has read the page. */
const LINKS = '.vite/link-header.txt';
const WORKER = '/service-worker.js';
const WORKER_OFF = '/service-worker-off.js';
const QA_PAGE = /^\/qa(?:-\w+)?\.html$/;

type Site = {
  readonly publicUrl: string;
  /** Origin of the analytics endpoint, if it is not the portal's own. */
  readonly loggerOrigin?: string | null;
  /** False: the script of the service worker is replaced with the one that removes it from browsers. */
  readonly serviceWorker?: boolean;
};

const headersOf = (path: string, url: string, plain: Bytes, site: Site): Readonly<Record<string, string>> => {
  if (QA_PAGE.test(url)) return QA_PAGE_HEADERS;
  if (url === WORKER || url === WORKER_OFF) return WORKER_HEADERS;
  if (extname(path) === '.html') {
    const links = join(dirname(path), LINKS);
    return {
      ...documentHeaders(new TextDecoder().decode(plain), site.publicUrl, site.loggerOrigin ?? null),
      ...(existsSync(links) && { link: readFileSync(links, 'utf8') }),
    };
  }
  return { 'cache-control': HASHED.test(url) ? 'public, max-age=31536000, immutable' : 'no-cache' };
};

const readAsset = (path: string, url: string, site: Site) => {
  const plain = bytesOf(path);
  const own = headersOf(path, url, plain, site);
  return {
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    plain,
    packed: new Map(
      ENCODINGS.flatMap(([name, ending]) =>
        existsSync(`${path}${ending}`) ? [[name, bytesOf(`${path}${ending}`)] as const] : [],
      ),
    ),
    headers: { ...own, 'content-type': getMimeType(path) ?? 'application/octet-stream', vary: 'Accept-Encoding' },
  };
};

/** The code of the system's error if `folder` exists and cannot be read; null: it can be served. */
export const readProblemIn = (folder: string): string | null => {
  if (!existsSync(folder)) return null;
  try {
    for (const path of filesOf(folder)) accessSync(path, constants.R_OK);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
};

/** Why only a sandbox may serve the build in `folder`, or null. */
export const testBuildIn = (folder: string) => {
  const page = join(folder, 'index.html');
  return existsSync(page) ? testBuildOf(readFileSync(page, 'utf8')) : null;
};

/** Leads a browser to a page of this origin. The body of the request is not used: nothing that a form claims is trusted. */
const redirect = (status: 303 | 308, { pathname, search }: URL): Response => {
  // Two slashes would begin the name of another host.
  const location = `/${pathname.replace(/^\/+/, '')}${search}`;
  return new Response(null, { status, headers: { location } });
};

/**
 * Serves the built portal, read once at start, so no request path reaches the file system. Unknown pages get index.html, `/qa` pages
 * their own HTML if it exists. A form that is posted to a page gets 303 to the same page. A missing asset is a 404: HTML in place of a
 * script breaks a page right after a deployment.
 */
export const staticFiles = (folder: string, site: Site): MiddlewareHandler<AppEnv> => {
  const paths = existsSync(folder) ? filesOf(folder).filter((path) => !/\.(?:br|gz)$/.test(path)) : [];
  const assets = new Map(
    paths.map((path) => {
      const url = `/${relative(folder, path).split(sep).join('/')}`;
      return [url, readAsset(path, url, site)] as const;
    }),
  );
  const index = assets.get('/index.html');
  const off = assets.get(WORKER_OFF);
  if (site.serviceWorker === false && off) assets.set(WORKER, off);

  return async (c, next) => {
    const { method, path } = c.req;
    if (BACKEND.test(path)) return next();
    const isPage = index !== undefined && (PAGE.test(path) || !ASSET.test(path));
    if (method === 'POST' && isPage && FORM.test(c.req.header('content-type') ?? 'text/plain'))
      return redirect(303, new URL(c.req.url));
    if (method !== 'GET' && method !== 'HEAD') return next();
    if (index && INDEX_FILE.test(path)) return redirect(308, new URL(`/${new URL(c.req.url).search}`, c.req.url));
    const asset = assets.get(path) ?? assets.get(`${path}.html`) ?? (isPage ? index : undefined);
    if (!asset) return next();
    const encoding = acceptedEncoding(c.req.header('accept-encoding'), [...asset.packed.keys()]);
    const etag = `"${asset.etag}${encoding ? `-${encoding}` : ''}"`;
    const headers = { ...asset.headers, etag, ...(encoding && { 'content-encoding': encoding }) };
    const known = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (known.includes(etag)) return new Response(null, { status: 304, headers });
    return new Response(encoding ? asset.packed.get(encoding) : asset.plain, { headers });
  };
};
