import { expect, test } from 'vitest';
import { safeLink, siteLink } from '../../src/views/app/site-link.ts';

test('a publisher’s link is external or a page of this host, in the player’s language (CONT-04)', () => {
  expect(siteLink('/pages/about?locale={locale}', 'zh-HK')).toBe('/pages/about?locale=zh-HK');
  expect(siteLink('https://game.example/{locale}/redeem', 'de-DE')).toBe('https://game.example/de-DE/redeem');
  expect(siteLink('http://game.example/', 'de-DE')).toBe('http://game.example/');
});

test.each([null, '', '//evil.example', '/\\evil.example', '/a b', 'javascript:alert(1)', 'pages/about'])(
  '%j leads nowhere (CONT-04)',
  (url) => expect(siteLink(url, 'en-US')).toBeNull(),
);

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
