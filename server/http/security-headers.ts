import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv, AppRequest } from '../runtime/context.ts';

type Headers = readonly (readonly [name: string, value: string])[];

/**
 * Adds headers to a response, unless the response sets them itself. They are stored in Node's response before the request is handled,
 * because adding them to a `Response` afterwards copies all of its headers. A request without a connection (`app.request`) gets them
 * afterwards.
 */
export const withPresetHeaders = async (c: AppRequest, headers: Headers, next: () => Promise<void>): Promise<void> => {
  const outgoing = c.env?.outgoing;
  if (outgoing) for (const [name, value] of headers) outgoing.setHeader(name, value);
  await next();
  if (outgoing) return;
  for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
};

/** `no-transform`: a proxy that changes white space would break the hashes of the inline script and style. */
const PAGE_CACHE = 'no-cache, no-transform';

const HSTS = 'max-age=63072000; includeSubDomains; preload';

/** Default headers of every response. `no-store`: a response can be cached only if it sets its own header. */
export const securityHeaders = (publicUrl: string): MiddlewareHandler<AppEnv> => {
  const headers = [
    ['content-security-policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), usb=(), payment=(), clipboard-read=()'],
    ['referrer-policy', 'strict-origin'],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['cache-control', 'no-store'],
    ...(publicUrl.startsWith('https:') ? [['strict-transport-security', HSTS] as const] : []),
  ] as const;
  return (c, next) => withPresetHeaders(c, headers, next);
};

const hashes = (html: string, element: RegExp): string =>
  [...html.matchAll(element)]
    .map(([, attributes = '', text = '']) => ({ attributes, text }))
    .filter(({ attributes }) => !/\ssrc\s*=/i.test(attributes))
    .map(({ text }) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('');

/** Why only a sandbox may serve a page: a QA build may never run with real money, the other one opens payment pages of the sandbox. */
export const testBuildOf = (html: string): 'a QA build' | 'a build with VITE_SANDBOX=1' | null => {
  if (html.includes('<meta name="build" content="qa"')) return 'a QA build';
  return html.includes('<meta name="build" content="sandbox"') ? 'a build with VITE_SANDBOX=1' : null;
};

/** QA pages have no service worker, and extra sources: an inspector in a frame or behind a WebSocket. */
const forQa = (directive: string): string => {
  if (directive.startsWith('worker-src')) return "worker-src 'none'";
  if (directive.startsWith('trusted-types')) return 'trusted-types dompurify';
  if (directive.startsWith('connect-src')) return `${directive} ws: wss:`;
  return directive.startsWith('frame-src')
    ? "frame-src 'self' https: http://127.0.0.1:* http://localhost:*"
    : directive;
};

/**
 * Headers of the portal's page. Inline scripts and styles are allowed by hash, computed from the built file. `same-origin-allow-popups`:
 * the page must notice when its payment window closes. The policy `service-worker` accepts one script URL. `loggerOrigin`: the origin of
 * the analytics endpoint; null: the portal's own.
 */
export const documentHeaders = (
  html: string,
  publicUrl: string,
  loggerOrigin: string | null,
): Record<string, string> => {
  const policy = [
    "default-src 'none'",
    `script-src 'self'${hashes(html, /<script([^>]*)>([\s\S]*?)<\/script>/gi)}`,
    `style-src 'self'${hashes(html, /<style([^>]*)>([\s\S]*?)<\/style>/gi)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${loggerOrigin ? ` ${loggerOrigin}` : ''}`,
    "manifest-src 'self'",
    "frame-src 'none'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify service-worker',
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'content-security-policy': (testBuildOf(html) === 'a QA build' ? policy.map(forQa) : policy).join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cache-control': PAGE_CACHE,
  };
};

/** Headers of the service worker's script: it may load the files of the portal, but no scripts. */
export const WORKER_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};

/** Headers of QA pages, which run chart layout in a worker and embed each other. */
export const QA_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    "frame-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types chart-layout dompurify',
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cache-control': PAGE_CACHE,
  // Browsers that support `frame-ancestors` ignore this header.
  'x-frame-options': 'SAMEORIGIN',
};
