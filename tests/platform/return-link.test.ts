import { expect, test } from 'vitest';
import { returnLink } from '../../src/platform/link-rules.ts';

const LISTED = ['game.example', '*.studio.example', 'beta.example:8443', 'mygame:', 'com.studio.game:'];

test.each([
  ['https://game.example', 'https://game.example/'],
  ['https://game.example/play?level=3#shop', 'https://game.example/play?level=3#shop'],
  ['HTTPS://GAME.EXAMPLE/play', 'https://game.example/play'],
  ['https://game.example:443/', 'https://game.example/'],
  ['https://eu.studio.example/back', 'https://eu.studio.example/back'],
  ['https://beta.example:8443/', 'https://beta.example:8443/'],
  ['https://game.example/?next=https://evil.test', 'https://game.example/?next=https://evil.test'],
  ['https://game。example/', 'https://game.example/'],
  ['https://ｇame.example/', 'https://game.example/'],
  ['https://game%2eexample/', 'https://game.example/'],
  ['mygame:', 'mygame:'],
  ['mygame://shop/done?order=1', 'mygame://shop/done?order=1'],
  ['MyGame://shop', 'mygame://shop'],
  ['com.studio.game:/done', 'com.studio.game:/done'],
])('%s leads back to the game (SESS-12)', (link, target) => {
  expect(returnLink(link, LISTED)).toBe(target);
});

const SCHEMES = `
  javascript:alert(1) JaVaScRiPt:alert(1) javascript://game.example/%0aalert(1) javascript:mygame: vbscript:msgbox
  data:text/html,<script>alert(1)</script> blob:https://game.example/id file:///etc/passwd about:blank ftp://game.example
  view-source:https://game.example filesystem:https://game.example/x ws://game.example http://game.example/
  HTTP://GAME.EXAMPLE intent://shop#Intent;scheme=mygame;end intent:mygame android-app://com.studio.game othergame://shop
  mygame mygames: xmygame: mygame%3a :mygame: ://mygame: 1mygame: https: https:// https:game.example https:/game.example
  https:///game.example https%3a%2f%2fgame.example https%253a%252f%252fgame.example ? # game.example / /main/home
  //game.example //evil.test ///evil.test /\\evil.test \\\\evil.test https:\\\\game.example`;

const HOSTS = `
  https://evil.test https://evil.test/https://game.example https://evil.test#game.example https://evil.test?https://game.example
  https://game.example.evil.test https://evilgame.example https://studio.example https://evilstudio.example
  https://studio.example.evil.test https://game.example. https://game.example@evil.test https://game.example:443@evil.test
  https://user:word@game.example https://@game.example https://game.example%40evil.test https://evil.test%2f@game.example
  https://game.example\\@evil.test https://game.example:444 https://game.example:8443 https://game.example:99999
  https://beta.example https://gаme.example https://ɡame.example https://xn--gme-7cd.example https://game%252eexample`;

const HOSTILE = [
  ...`${SCHEMES} ${HOSTS}`.trim().split(/\s+/),
  ...['', ' ', ' mygame:', 'my game:', '\thttps://game.example', 'https://game.example\n', 'ht\ntps://game.example'],
  ...['java\tscript:alert(1)', 'my\tgame:', '\u0000mygame:', 'mygame:\u202e', 'mygame:\u200b//shop', 'mygame:\r\nx'],
  ...['mygame:\\\\evil', 'https://ga\u00adme.example', 'https://game.example\u2028/'],
  ...[`https://game.example/${'a'.repeat(4_096)}`, `mygame:${'a'.repeat(4_096)}`],
];

test.each(HOSTILE.map((link) => [JSON.stringify(link).slice(0, 60), link]))('%s leads nowhere (SESS-12)', (_, link) => {
  expect(returnLink(link, LISTED)).toBeNull();
});

test('without a list nothing leads back to the game (SESS-12)', () => {
  expect([returnLink('https://game.example', []), returnLink('mygame:', [])]).toEqual([null, null]);
});
