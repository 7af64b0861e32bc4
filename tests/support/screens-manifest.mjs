import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../server/prepare.mjs';

/**
 * What the pictures of docs/screens show. `screens`: digests of the outline of each screen at each width, by part of the page.
 * `styles`: the style sheets that every screen uses. `pictures`: the files themselves.
 *
 * @typedef {Readonly<Record<string, string>>} Parts part of the page → digest
 * @typedef {{ readonly styles: string, readonly screens: Readonly<Record<string, Parts>>, readonly pictures: Readonly<Record<string, string>> }} Manifest
 */

export const SCREENS = join(ROOT, 'docs', 'screens');
/** Where a run that draws leaves the parts of each screen. */
export const DRAWN = join(ROOT, '.cache', 'screens');
export const THEMES = /** @type {const} */ (['dark', 'light']);

const FILE = join(SCREENS, 'screens.json');
const SHARED_STYLES = ['src/styles/tokens.css', 'src/styles/base.css'];

/** @param {string | Buffer} content */
export const digestOf = (content) => createHash('sha256').update(content).digest('base64url').slice(0, 12);

export const stylesDigest = () =>
  digestOf(SHARED_STYLES.map((path) => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n')).join('\n'));

/** @returns {Parts} */
export const pictureDigests = () =>
  Object.fromEntries(
    readdirSync(SCREENS)
      .filter((name) => name.endsWith('.png'))
      .sort()
      .map((name) => [name, digestOf(readFileSync(join(SCREENS, name)))]),
  );

/** @returns {Manifest} */
export const readScreensManifest = () =>
  existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { styles: '', screens: {}, pictures: {} };

/** @param {Readonly<Record<string, Parts>>} screens */
export const writeScreensManifest = (screens) => {
  const manifest = { styles: stylesDigest(), screens, pictures: pictureDigests() };
  writeFileSync(FILE, `${JSON.stringify(manifest, null, 2)}\n`);
};
