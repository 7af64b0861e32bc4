import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { trackedFiles } from '../support/tracked-files.ts';

const tracked = trackedFiles();
const pages = tracked.filter((path) => path === 'README.md' || /^docs\/(?!machines\/|screens\/).*\.md$/.test(path));

/** Paths of the project in code spans; a part in angle brackets or with `*` may be anything. */
const SPAN = /`((?:machines|src|server|tests|bench|vite|locales|docs)\/[\w@./<>*-]*)`/g;
const LINK = /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g;

const patternOf = (path: string): RegExp => {
  const body = path
    .replace(/\/$/, '')
    .split(/(<[^>]*>|\*)/)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll('.', '\\.') : '[^/]+'))
    .join('');
  return new RegExp(`^${body}(?:/|$)`);
};

const namedIn = (page: string): readonly string[] => {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const spans = [...text.matchAll(SPAN)].map(([, path = '']) => path);
  const links = [...text.matchAll(LINK)].map(([, path = '']) => normalize(join(dirname(page), path)));
  return [...spans, ...links];
};

test.each(pages)('every path that %s names exists', (page) => {
  const missing = namedIn(page).filter((path) => {
    const pattern = patternOf(path);
    return !tracked.some((file) => pattern.test(file));
  });
  expect(missing).toEqual([]);
});
