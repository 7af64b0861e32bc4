import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pictureDigests, readScreensManifest, SCREENS, stylesDigest, THEMES } from '../support/screens-manifest.mjs';

const { styles, screens, pictures } = readScreensManifest();

const HINT = '`npm run screens` draws the pictures of docs/screens';

test('each screen of docs/screens has a picture in both themes, and nothing else is there', () => {
  const expected = Object.keys(screens).flatMap((screen) => THEMES.map((theme) => `${screen}-${theme}.png`));
  expect(expected.length, HINT).toBeGreaterThan(0);
  expect(Object.keys(pictures).toSorted()).toEqual([...expected, 'readme.png'].toSorted());
});

test('the pictures are the ones that were drawn with screens.json', () => {
  expect(pictureDigests(), HINT).toEqual(pictures);
});

test('colors, fonts and sizes have not changed since the pictures were drawn', () => {
  expect(stylesDigest(), HINT).toBe(styles);
});

test('a picture has the size that its name says', () => {
  const wrong = Object.keys(pictures).filter((name) => {
    const [, width] = /-(390|1280)-(?:dark|light)\.png$/.exec(name) ?? [];
    return width !== undefined && readFileSync(join(SCREENS, name)).readUInt32BE(16) !== Number(width);
  });
  expect(wrong).toEqual([]);
});
