import { expect, test } from 'vitest';
import { safeLink } from '../../src/views/app/safe-link.ts';

test('a server link is kept only if it is http or https', () => {
  expect(safeLink('https://support.example.com/chat?id=1')).toBe('https://support.example.com/chat?id=1');
  expect(safeLink('http://127.0.0.1:8787/help')).toBe('http://127.0.0.1:8787/help');
});

test.each([
  null,
  '',
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '/main/home',
  'support.example.com',
])('%j is not a link', (url) => {
  expect(safeLink(url)).toBeNull();
});
