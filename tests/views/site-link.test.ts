import { expect, test } from 'vitest';
import { siteLink } from '../../src/views/app/site-link.ts';

test('a publisher’s link is external or a page of this host, in the player’s language (CONT-04)', () => {
  expect(siteLink('/pages/about?locale={locale}', 'zh-HK')).toBe('/pages/about?locale=zh-HK');
  expect(siteLink('https://game.example/{locale}/redeem', 'de-DE')).toBe('https://game.example/de-DE/redeem');
  expect(siteLink('http://game.example/', 'de-DE')).toBe('http://game.example/');
});

test.each([null, '', '//evil.example', '/\\evil.example', '/a b', 'javascript:alert(1)', 'pages/about'])(
  '%j leads nowhere (CONT-04)',
  (url) => expect(siteLink(url, 'en-US')).toBeNull(),
);
