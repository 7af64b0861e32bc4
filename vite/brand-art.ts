import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/** What the portal shows if the API names no picture, or none that the brand has. */
const NEEDED_PICTURES = [
  ...['item', 'epoint', 'game-1', 'news', 'character', 'delivered', 'bundle'],
  ...['channel-wallet', 'channel-card', 'empty-items', 'empty-order'],
];
/** Name → width and height. */
const PNG_ICONS: Readonly<Record<string, number>> = {
  'app-icon-192.png': 192,
  'app-icon-512.png': 512,
  'app-icon-maskable-512.png': 512,
  'apple-touch-icon.png': 180,
};
const PICTURE = /\.(?:svg|webp|avif|png|jpg)$/;
const KB = 1_024;
const LARGEST_SVG = 16 * KB;
const LARGEST_PICTURE = 48 * KB;
const LARGEST_SCENE = 160 * KB;

/** What runs a script or requests another file. */
const ACTIVE =
  /<script|<foreignObject|\son\w+\s*=|javascript:|(?:href|src)\s*=\s*["'](?!#|data:image)|@import|url\(["']?(?!#)/i;
const SHAPE = /<(path|circle|ellipse|rect|polygon|polyline|line)\b([^>]*)\/>/g;

export type Art = {
  readonly folder: string;
  readonly scene: string;
  /** Name → file. */
  readonly pictures: Readonly<Record<string, string>>;
  /** The shapes of the logo: elements and their attributes as React names them. */
  readonly logo: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  /** The same as markup. */
  readonly logoMarkup: string;
};

const attributesOf = (markup: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...markup.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

/** Throws an error of one line, with the file, about the first problem. */
export const readArt = (folder: string): Art => {
  const names = (path: string): readonly string[] => readdirSync(join(folder, path));
  const only = (path: string, stem: string): string => {
    const found = names(path).find((name) => PICTURE.test(name) && basename(name, extname(name)) === stem);
    return found ?? fail(join(path, `${stem}.svg`), 'is missing');
  };
  const fail = (file: string, reason: string): never => {
    throw new Error(`${join(folder, file)}: ${reason}`);
  };
  const check = (file: string, largest: number): Buffer => {
    const bytes = readFileSync(join(folder, file));
    const limit = file.endsWith('.svg') ? LARGEST_SVG : largest;
    if (bytes.length > limit) fail(file, `${bytes.length} bytes, more than ${limit}`);
    const [active] = (file.endsWith('.svg') && ACTIVE.exec(bytes.toString())) || [];
    if (active) fail(file, `"${active.trim()}" is not allowed in a picture`);
    return bytes;
  };

  for (const file of ['icon.svg', 'logo.svg']) if (!names('.').includes(file)) fail(file, 'is missing');
  for (const [file, size] of Object.entries(PNG_ICONS)) {
    if (!names('.').includes(file)) fail(file, 'is missing; `npm run docs -- icons` draws it from icon.svg');
    const bytes = check(file, LARGEST_PICTURE);
    const found = `${bytes.readUInt32BE(16)}×${bytes.readUInt32BE(20)}`;
    if (found !== `${size}×${size}`) fail(file, `${found} instead of ${size}×${size}`);
  }
  check('icon.svg', LARGEST_SVG);
  const scene = only('.', 'scene');
  check(scene, LARGEST_SCENE);
  const files = names('pictures').filter((name) => PICTURE.test(name));
  for (const name of files) check(join('pictures', name), LARGEST_PICTURE);
  for (const stem of NEEDED_PICTURES) only('pictures', stem);
  const shapes = [...check('logo.svg', LARGEST_SVG).toString().matchAll(SHAPE)];
  if (shapes.length === 0) fail('logo.svg', 'has no shapes such as <path … />');
  if (shapes.some(([markup]) => /\s(?:style|class)=/.test(markup))) fail('logo.svg', 'has style or class');

  return {
    folder,
    scene: join(folder, scene),
    pictures: Object.fromEntries(files.map((name) => [basename(name, extname(name)), join(folder, 'pictures', name)])),
    logo: shapes.map(([, tag = '', attributes = '']) => [tag, attributesOf(attributes)]),
    logoMarkup: shapes.map(([markup]) => markup).join(''),
  };
};
