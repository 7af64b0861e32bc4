import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/runtime/config.ts';
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

const page = readFileSync('docs/operations.md', 'utf8');

const sectionOf = (heading: string): string => {
  const [, text = ''] = page.split(`\n${heading}\n`);
  return text.split(/^##+ /m, 1)[0] ?? '';
};

const blockIn = (text: string, language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text)?.[1] ?? '';

test('the table of the build has each variable that a build reads, and no other', () => {
  const source = ['src/platform/build-environment.ts', 'vite/build-config.ts']
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const read = new Set([...source.matchAll(/'(VITE_\w+)'/g)].map(([, name]) => name));
  const rows = sectionOf('## Building the portal for a publisher').match(/^\| `VITE_[^|]+/gm) ?? [];
  const documented = rows.flatMap((row) => row.match(/VITE_\w+/g) ?? []);
  expect(documented.toSorted()).toEqual([...read].toSorted());
});

/** The example of /etc/portal.env. */
const environment = (): Record<string, string> => {
  const lines = blockIn(readFileSync('docs/go-live.md', 'utf8'), 'ini').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2)));
};

test('a production server accepts the example of its environment', () => {
  expect(readConfig(environment())).toMatchObject({
    ok: true,
    config: { sandbox: false, publicUrl: 'https://portal.example', trustedProxies: 1 },
  });
});

test('the systemd unit runs the server without npm and waits until it has stopped', () => {
  const unit = readFileSync('docs/portal@.service', 'utf8');
  const settings = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  expect(settings.get('ExecStart')).toMatch(/\/node dist\/server\/main\.js$/);
  expect(settings.has('KillMode')).toBe(false);
  const read = readConfig(environment());
  expect(Number(settings.get('TimeoutStopSec'))).toBe(25 + (read.ok ? read.config.drainDelayMs / 1_000 : Number.NaN));
});
