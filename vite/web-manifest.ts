import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const MANIFEST = 'manifest.webmanifest';

const ICONS = [
  { file: 'favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { file: 'app-icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { file: 'app-icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { file: 'app-icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

const contentOf = (html: string, attributes: string): string => {
  const [, content] = new RegExp(`<meta ${attributes.replace('*', 'content="([^"]+)"')}`).exec(html) ?? [];
  if (content === undefined) throw new Error(`index.html has no <meta ${attributes}>`);
  return content;
};

/**
 * Writes the web app manifest, with the name and color from index.html. It contains no localized text. `minimal-ui`: an app window without
 * a reload button could not leave a load error, and on iOS a standalone app has no payment windows.
 */
export const webManifest = (root: string): Plugin => ({
  name: 'web-manifest',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: `/${MANIFEST}` }, injectTo: 'head' }],
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no index.html');
      const html = String(page.source);
      const name = contentOf(html, 'property="og:site_name" *');
      const color = contentOf(html, 'name="theme-color" * media="\\(prefers-color-scheme: dark\\)"');
      const icons = ICONS.map(({ file, ...icon }) => {
        const source = readFileSync(join(root, 'src/art', file));
        return { src: `/${this.getFileName(this.emitFile({ type: 'asset', name: file, source }))}`, ...icon };
      });
      const manifest = {
        id: '/',
        name,
        short_name: name,
        start_url: '/',
        scope: '/',
        display: 'minimal-ui',
        theme_color: color,
        background_color: color,
        icons,
      };
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(manifest) });
    },
  },
});
