import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOutput } from '../../bench/bundle.ts';

type Icon = { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose: string };
type WebManifest = Readonly<Record<string, unknown>> & { readonly icons: readonly Icon[] };

const manifest = JSON.parse(readOutput('manifest.webmanifest')) as WebManifest;
const html = readOutput('index.html');

test('the page links the web manifest, which has its name and color', () => {
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  expect(html).toContain(`<meta property="og:site_name" content="${manifest['name']}" />`);
  expect(html).toContain(`<meta name="theme-color" content="${manifest['theme_color']}"`);
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'minimal-ui' });
});

test('each icon of the web manifest exists in its size', () => {
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = readFileSync(new URL(`../../dist/portal${src}`, import.meta.url));
    if (type === 'image/png')
      expect([src, `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`]).toEqual([src, sizes]);
    else expect([src, sizes, bytes.toString().startsWith('<svg')]).toEqual([src, 'any', true]);
  }
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    'any any',
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});

test('a QA build cannot be installed', () => {
  expect(readFileSync('dist/qa/index.html', 'utf8')).not.toContain('rel="manifest"');
});
