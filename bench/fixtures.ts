import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

const READY = "performance.mark('app-ready');";

const BUTTON = `const button = document.createElement('button');
    button.textContent = 'hello';
    document.getElementById('app').replaceChildren(button);
    ${READY}`;

const PAGES = {
  /** A page that a few lines of script draw, without a framework. No page that is drawn by code can be faster. */
  empty: BUTTON,
  /** The same page with text in its HTML. No page can be faster. */
  text: BUTTON,
  react: `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    createRoot(document.getElementById('app')).render(createElement('h1', { ref: () => { ${READY} } }, 'hello'));`,
  /** The packages that the publisher requires, without an app; encryption and dates load later, as in the portal. */
  mandated: `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
    import { createActor, createMachine, assign } from 'xstate';
    import { useSelector } from '@xstate/react';
    import i18next from 'i18next';
    import LanguageDetector from 'i18next-browser-languagedetector';
    import { initReactI18next, useTranslation } from 'react-i18next';
    import { ofetch } from 'ofetch';
    import * as v from 'valibot';
    const machine = createMachine({ context: { n: 0 }, on: { add: { actions: assign({ n: ({ context }) => context.n + 1 }) } } });
    const actor = createActor(machine).start();
    i18next.use(initReactI18next).use(LanguageDetector).init({ resources: { en: { translation: { hello: 'hello' } } }, fallbackLng: 'en' });
    const Shape = v.object({ code: v.number(), result: v.nullish(v.string()) });
    const load = async () => v.parse(Shape, await ofetch('/api'));
    const Hello = () => {
      const { t } = useTranslation();
      const n = useSelector(actor, (snapshot) => snapshot.context.n);
      return createElement('h1', { ref: () => { ${READY} }, onClick: load }, t('hello'), n, createElement(Link, { to: '/next' }, 'next'));
    };
    createRoot(document.getElementById('app')).render(createElement(BrowserRouter, null,
      createElement(Routes, null, createElement(Route, { path: '*', element: createElement(Hello) }))));
    setTimeout(() => { void import('crypto-js/aes.js'); void import('dayjs'); }, 3_000);`,
} as const;

export type FixtureName = keyof typeof PAGES;

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const buildPage = async (folder: string, name: FixtureName): Promise<void> => {
  const root = join(folder, name);
  mkdirSync(root);
  writeFileSync(join(root, 'page.js'), PAGES[name]);
  writeFileSync(
    join(root, 'index.html'),
    `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>${name}</title></head><body><div id="app">${name === 'text' ? '…' : ''}</div><script type="module" src="./page.js"></script></body></html>`,
  );
  await build({
    root,
    base: `/${name}/`,
    configFile: false,
    logLevel: 'error',
    build: { target: 'baseline-widely-available', modulePreload: { polyfill: false } },
  });
};

/** Returns the files of a page by URL, compressed in advance: at full quality, this takes longer than the download on a phone. */
const compressed = (folder: string, name: FixtureName): (readonly [string, Buffer])[] => {
  const dist = join(folder, name, 'dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const url = `/${name}/${relative(dist, path).split(sep).join('/')}`;
    return [url, brotliCompressSync(readFileSync(path))] as const;
  });
};

/** The pages that the portal is compared with, built by the same bundler and served compressed. They contain no code of the portal. */
export const serveFixtures = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const names = Object.keys(PAGES) as FixtureName[];
  for (const name of names) await buildPage(folder, name);
  const files = new Map(names.flatMap((name) => compressed(folder, name)));

  const server = createServer(({ url = '' }, response) => {
    const path = url.endsWith('/') ? `${url}index.html` : url;
    const bytes = files.get(path);
    if (!bytes) return response.writeHead(404).end();
    return response
      .writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        // Same header as the portal: it makes the browser open the page in a new process.
        ...(path.endsWith('.html') && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
        'cache-control': path.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable',
      })
      .end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
