import { expect, test } from 'vitest';
import { siteLink } from '../../src/views/app/site-link.ts';

test('CONT-04 · a publisher’s link is external or a page of this host, in the player’s language', () => {
  expect(siteLink('/pages/about?locale={locale}', 'zh-HK')).toBe('/pages/about?locale=zh-HK');
  expect(siteLink('https://game.example/{locale}/redeem', 'de-DE')).toBe('https://game.example/de-DE/redeem');
  expect(siteLink('http://game.example/', 'de-DE')).toBe('http://game.example/');
});

test.each([null, '', '//evil.example', '/\\evil.example', '/a b', 'javascript:alert(1)', 'pages/about'])(
  'CONT-04 · %j leads nowhere',
  (url) => expect(siteLink(url, 'en-US')).toBeNull(),
);
