import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { hexOf } from './brand-color.ts';
import { colorOf } from './brand-tokens.ts';
import { readBrand } from './read-brand.ts';

const MANIFEST = 'manifest.webmanifest';

const ICONS = [
  { file: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { file: 'app-icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { file: 'app-icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { file: 'app-icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

/**
 * Writes the web app manifest, with the name and color of the brand. It contains no localized text. `minimal-ui`: an app window without
 * a reload button could not leave a load error, and on iOS a standalone app has no payment windows.
 */
export const webManifest = (root: string): Plugin => ({
  name: 'web-manifest',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: `/${MANIFEST}` }, injectTo: 'head' }],
  generateBundle: {
    order: 'post',
    handler() {
      const { brand, tokens, art } = readBrand(root);
      const color = hexOf(colorOf(tokens, brand.theme === 'light' ? 'light' : 'dark', 'bg'));
      const icons = ICONS.map(({ file, ...icon }) => {
        const source = readFileSync(join(art.folder, file));
        return { src: `/${this.getFileName(this.emitFile({ type: 'asset', name: file, source }))}`, ...icon };
      });
      const manifest = {
        id: '/',
        name: brand.name,
        short_name: brand.shortName,
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
