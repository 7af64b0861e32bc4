import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Imports without a deadline of their own: QA code, the diagnosis for a publisher, and a part that its caller passes to a loader. */
const WITHOUT_DEADLINE: Readonly<Record<string, readonly string[]>> = {
  'src/app/start-portal.ts': ['nothing ./diagnosis.ts'],
  'src/main.tsx': ['nothing ./qa/apps/instrumentation.ts'],
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

test('every dynamic import uses the deadline (D4, D31, ROUTE-13)', () => {
  const found = files.map((path) => [path, loadedLater(path)] as const).filter(([, targets]) => targets.length > 0);
  expect(found.length).toBeGreaterThan(10);
  const unlimited = found.filter(([, targets]) => targets.some((target) => /^(?:nothing|glob) /.test(target)));
  expect(Object.fromEntries(unlimited)).toEqual(WITHOUT_DEADLINE);
});

test('only the two lazy helpers call React’s lazy (D4)', () => {
  expect(files.filter((path) => /(?<!\bv\.)\blazy(?:<[^>]*>)?\(/.test(codeOf(path)))).toEqual(LAZY_CALLERS);
});

test('language chunks have the deadline too (D4)', () => {
  expect(codeOf('src/i18n/translator.ts')).toMatch(/loadChunk\(loader\)/);
});
