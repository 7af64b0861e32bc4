import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every dynamic import, and what limits and reports its failure. `src/app/stages.ts` loads the frame. QA code is not listed. */
const LOADED_LATER: Readonly<Record<string, readonly string[]>> = {
  'src/adapters/recovery.adapter.ts': ['loadChunk ../api/payload.cipher.ts'],
  'src/adapters/session.adapter.ts': ['loadChunk ./ticket.adapter.ts', 'loadChunk ../api/password.cipher.ts'],
  'src/app/stages.ts': [
    'createChunkLoader ./render-portal.tsx',
    'createChunkLoader ./api-adapters.ts',
    'createChunkLoader ./signed-in.ts',
  ],
  'src/app/visit.observer.ts': ['loadChunk ./analytics.ts'],
  'src/main.tsx': ['nothing ./qa/apps/instrumentation.ts'],
  'src/platform/browser-actions.ts': ['loadChunk ./save-file.ts'],
  'src/views/app/page-boundary.view.tsx': ['lazyWithFallback ./crash-details.view.tsx'],
  'src/views/lists/day.view.tsx': ['lazyWithFallback ./day-text.view.tsx'],
  'src/views/order/date-time.view.tsx': ['lazyWithFallback ./date-text.view.tsx'],
  'src/adapters/lists.adapter.ts': ['loadChunk ./export-pages.ts'],
  'src/views/payment/redirect/blocked-window.view.tsx': ['lazyWithFallback ../../../ui/qr-code.tsx'],
  'src/views/home/home-sections-part.ts': ['lazyPage ./home-sections.view.tsx'],
  'src/views/login/phone-field.view.tsx': ['loadChunk ../../i18n/phone-number.ts'],
  'src/views/login/verification-part.ts': ['lazyPage ./verification.view.tsx'],
  'src/views/shell/pages.ts': [
    'lazyPage ../home/home.view.tsx',
    'lazyPage ../recharge/recharge.view.tsx',
    'lazyPage ../epoint-recharge/epoint-recharge.view.tsx',
    'lazyPage ../order-detail/order-detail.view.tsx',
    'lazyPage ../account/account.view.tsx',
    'lazyPage ../news/news.view.tsx',
    'lazyPage ../article/article.view.tsx',
    'lazyPage ../logout/logout.view.tsx',
    'lazyPage ../forbidden/forbidden.view.tsx',
    'lazyPage ../not-found/not-found.view.tsx',
  ],
  'src/views/shell/signed-in-parts.ts': ['nothing ./signed-in.view.tsx'],
};

/** The only files that may call React's `lazy`. */
const LAZY_CALLERS = ['src/views/app/lazy-page.tsx', 'src/views/app/lazy-part.tsx'];

const GUARDS = ['loadChunk', 'createChunkLoader', 'lazyPage', 'lazyPart', 'lazyWithFallback'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('src/qa/') && !path.endsWith('.d.ts'));
const codeOf = (path: string): string =>
  readFileSync(path, 'utf8').replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/\S/g, ' '));

/** Names of the calls around `at`, the innermost first. A function declared in the same file counts as what it is passed to. */
const callsAround = (code: string, at: number): readonly string[] => {
  const names: string[] = [];
  let depth = 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    if (code[index] === ')') depth += 1;
    if (code[index] !== '(') continue;
    if (depth > 0) depth -= 1;
    else names.push(/([\w.]+)(?:<[^<>]*>)?$/.exec(code.slice(0, index))?.[1] ?? '');
  }
  return names;
};

const loaderOf = (code: string, at: number): string => {
  const direct = callsAround(code, at).find((name) => GUARDS.includes(name));
  if (direct) return direct;
  const helper = /const (\w+) = (?:async )?\([^()]*\)(?:: [^=]*)? =>[^;]*$/.exec(code.slice(0, at))?.[1];
  const use = helper ? new RegExp(`\\b${helper}\\(`).exec(code.slice(at)) : null;
  return (use && callsAround(code, at + use.index).find((name) => GUARDS.includes(name))) ?? 'nothing';
};

const loadedLater = (path: string): readonly string[] => {
  const code = codeOf(path);
  const imports = [...code.matchAll(/(?<!typeof )\bimport\(\s*'([^']+)'\s*\)/g)].filter(
    ({ index }) => !/:\s*$/.test(code.slice(0, index)),
  );
  const globs = [...code.matchAll(/import\.meta\.glob(?:<\w+>)?\('([^']+)'(?!,\s*\{\s*eager)/g)];
  return [
    ...imports.map(({ 1: target, index }) => `${loaderOf(code, index)} ${target}`),
    ...globs.map(({ 1: target }) => `glob ${target}`),
  ];
};

test('every dynamic import uses the deadline, and each one is listed here (D4, D31, ROUTE-13)', () => {
  const found = Object.fromEntries(
    files.map((path) => [path, loadedLater(path)] as const).filter(([, targets]) => targets.length > 0),
  );
  expect(found).toEqual(LOADED_LATER);
});

test('only the two lazy helpers call React’s lazy (D4)', () => {
  expect(files.filter((path) => /(?<!\bv\.)\blazy(?:<[^>]*>)?\(/.test(codeOf(path)))).toEqual(LAZY_CALLERS);
});

test('language chunks have the deadline too (D4)', () => {
  expect(codeOf('src/i18n/translator.ts')).toMatch(/loadChunk\(loader\)/);
});
