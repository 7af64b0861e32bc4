import { describe, expect, test } from 'vitest';
import { browserFailure } from './support/browser/browser-failure.mjs';

const TIMEOUT = { message: '\u001b[31mTest timeout of 240000ms exceeded.\u001b[39m' };
const STEP = {
  message:
    "Error: locator.fill: Test timeout of 240000ms exceeded.\nCall log:\n\u001b[2m  - waiting for getByLabel('x')\u001b[22m\n",
  location: { file: '/project/tests/browser/session.spec.ts', line: 343 },
};
const CONTEXT =
  '# Test info\n\n- Name: a\n\n# Page snapshot\n\n```yaml\n- heading "Log in"\n```\n\n# Test source\n\n```ts\n```\n';

const print = (result: Parameters<typeof browserFailure>[0], context = CONTEXT) =>
  browserFailure(result, { root: '/project', read: () => context });

describe('the text of a failed browser test', () => {
  test('the step that waited is printed before the timeout, without colors and with its line', () => {
    expect(print({ errors: [TIMEOUT, STEP] })).toBe(
      [
        'Error: locator.fill: Test timeout of 240000ms exceeded.',
        'Call log:',
        "  - waiting for getByLabel('x')",
        'at tests/browser/session.spec.ts:343',
        'Test timeout of 240000ms exceeded.',
      ].join('\n'),
    );
  });

  test('the accessibility tree of the page follows', () => {
    const attachments = [{ name: 'error-context', path: '/project/test-results/a/error-context.md' }];
    const page = 'the page:\n```yaml\n- heading "Log in"\n```';
    expect(print({ errors: [TIMEOUT], attachments })).toBe(`Test timeout of 240000ms exceeded.\n${page}`);
    const last = CONTEXT.slice(0, CONTEXT.indexOf('\n# Test source'));
    expect(print({ errors: [TIMEOUT], attachments }, last)).toBe(`Test timeout of 240000ms exceeded.\n${page}`);
    expect(print({ errors: [TIMEOUT], attachments }, '# Test info\n')).toBe('Test timeout of 240000ms exceeded.');
  });

  test('a result without errors prints nothing', () => {
    expect(print({})).toBe('');
  });
});
