import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PayUrlRules, payUrlFlaw, returnLink } from '../../src/platform/link-rules.ts';

const RULES = {
  hosts: ['pay.example.com', '*.channel.net', 'pay.test:8443'],
  sandbox: false,
  origin: 'https://portal.example',
};
const SANDBOX = { ...RULES, sandbox: true };

const isAllowed = (url: string, rules: PayUrlRules): boolean => payUrlFlaw(url, rules) === null;

const ALLOWED = [
  'https://pay.example.com',
  'https://pay.example.com/',
  'https://pay.example.com:443/c/1?a=b&c=%20#f',
  'HTTPS://PAY.EXAMPLE.COM/x',
  'https://eu.channel.net/pay',
  'https://a.b.channel.net/pay?u=https://evil.test',
  'https://pay.test:8443/x',
  `https://pay.example.com/${'a'.repeat(4_000)}`,
];

const SCHEMES = [
  'javascript:alert(1)',
  'javascript://pay.example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://pay.example.com/uuid',
  'http://pay.example.com/',
  'https:pay.example.com',
  '//pay.example.com',
  '',
  'https://',
  'xhttps://pay.example.com',
];

const HOSTS = [
  'evil.test',
  'pay.example.com.evil.test',
  'pay.example.com.',
  'example.com',
  'channel.net',
  'evilchannel.net',
  'pay.example.com:444',
  'eu.channel.net:444',
  'pay.test',
  'pаy.example.com',
  'pay.example.com%2eevil.test',
  '127.0.0.1',
  'localhost',
  '[::1]',
  'portal.example',
  '*.channel.net',
  'a_b.channel.net',
];

const USERINFO = ['a@', 'a:b@', '@', 'pay.example.com@', 'pay.example.com%40', '%40@'];

const CONTROLS = ['\t', '\n', '\r', '\0', '\u007f', '\u00a0', '\u200b', '\u202e', '\ufeff', ' ', '\\', '\ud800'];

const corpus = [
  ...SCHEMES,
  ...HOSTS.flatMap((host) => [
    `https://${host}`,
    `https://${host}/c/1`,
    `https://${host}?x`,
    `https://${host}#pay.example.com`,
    `https://${host}:443/c/1`,
    `http://${host}/c/1`,
    `https://${host}/https://pay.example.com/`,
    `https://${host}/?next=//pay.example.com`,
  ]),
  ...USERINFO.flatMap((user) => [`https://${user}evil.test/`, `https://${user}pay.example.com/`]),
  ...CONTROLS.flatMap((control) => [
    `${control}https://pay.example.com/`,
    `https://pay.example.com/${control}`,
    `h${control}ttps://pay.example.com/`,
    `https:${control}//pay.example.com/`,
    `https:/${control}/pay.example.com/`,
    `https://${control}pay.example.com/`,
    `https://pay${control}.example.com/`,
    `https://pay.example.com${control}/`,
    `https://evil.test${control}pay.example.com/`,
    `https://pay.example.com${control}.evil.test/`,
    `java${control}script:alert(1)`,
    `${control}javascript:alert(1)`,
  ]),
  `https://pay.example.com/${'a'.repeat(4_096)}`,
];

describe('allowed payment URLs', () => {
  test.each(ALLOWED)('allowed: %s (C39, RCHG-11)', (url) => {
    expect(isAllowed(url, RULES)).toBe(true);
  });

  test(`${corpus.length} hostile URLs are refused (C39, C38, RCHG-11)`, () => {
    expect(corpus.filter((url) => isAllowed(url, RULES))).toEqual([]);
  });

  test('the sandbox also allows loopback and the portal itself, and nothing else of the hostile corpus (C39)', () => {
    const passed = corpus.filter((url) => isAllowed(url, SANDBOX));
    const hosts = new Set(passed.map((url) => new URL(url).hostname));
    expect(hosts).toEqual(new Set(['127.0.0.1', 'localhost', '[::1]', 'portal.example']));
    for (const url of [
      'http://127.0.0.1:8787/cashier/1',
      'http://localhost/c',
      'http://[::1]:5173/c',
      'http://127.10.200.30/c',
      'https://portal.example/c',
    ])
      expect([isAllowed(url, SANDBOX), isAllowed(url, RULES)]).toEqual([true, false]);
    for (const url of [
      'http://portal.example/c',
      'http://127.0.0.1.evil.test/',
      'http://localhost.evil.test/',
      'http://evillocalhost/',
      'http://evil.localhost/',
      'http://a@localhost/',
    ])
      expect(isAllowed(url, SANDBOX)).toBe(false);
  });

  test('5,000 generated URLs: an allowed one leads to a listed host over TLS, written in plain ASCII (C39)', () => {
    const piece = fc.constantFrom(
      'https:',
      'http:',
      'javascript:',
      '//',
      '\\',
      '@',
      ':',
      '.',
      '%00',
      '\t',
      'pay.example.com',
      'channel.net',
      'eu',
      'evil.test',
      '8443',
      '?',
      'ａ',
      ' ',
      '\u202e',
    );
    const address = fc.oneof(
      fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 8 }).map((pieces) => `https://${pieces.join('')}`),
      fc.array(piece, { maxLength: 6 }).map((pieces) => `https://pay.example.com${pieces.join('')}`),
      fc.webUrl(),
      fc.string(),
    );
    let allowed = 0;
    fc.assert(
      fc.property(address, (text) => {
        if (!isAllowed(text, RULES)) return;
        allowed += 1;
        const url = new URL(text);
        expect(url.protocol).toBe('https:');
        expect(url.username + url.password).toBe('');
        expect(/^(?:pay\.example\.com|(?:[^.]+\.)+channel\.net|pay\.test:8443)$/.test(url.host)).toBe(true);
        expect(/^https:\/\//i.test(text)).toBe(true);
        expect(/[\s\p{C}\\]/u.test(text)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
    expect(allowed).toBeGreaterThan(20);
  });
});

const PAGE = 'https://pay.example.com/';

test.each([
  ['a scheme that is not at the start', `/${PAGE}`, 'scheme'],
  ['a port that does not exist', 'https://pay.example.com:99999', 'form'],
  ['4,096 characters', PAGE.padEnd(4_096, 'a'), null],
  ['4,097 characters', PAGE.padEnd(4_097, 'a'), 'form'],
])('the flaw of a payment URL with %s (C39)', (_, url, flaw) => {
  expect(payUrlFlaw(url, RULES)).toBe(flaw);
});

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

const FOREIGN_SCHEMES = `
  javascript:alert(1) JaVaScRiPt:alert(1) javascript://game.example/%0aalert(1) javascript:mygame: vbscript:msgbox
  data:text/html,<script>alert(1)</script> blob:https://game.example/id file:///etc/passwd about:blank ftp://game.example
  view-source:https://game.example filesystem:https://game.example/x ws://game.example http://game.example/
  HTTP://GAME.EXAMPLE intent://shop#Intent;scheme=mygame;end intent:mygame android-app://com.studio.game othergame://shop
  mygame mygames: xmygame: mygame%3a :mygame: ://mygame: 1mygame: https: https:// https:game.example https:/game.example
  https:///game.example https%3a%2f%2fgame.example https%253a%252f%252fgame.example ? # game.example / /main/home
  //game.example //evil.test ///evil.test /\\evil.test \\\\evil.test https:\\\\game.example`;

const FOREIGN_HOSTS = `
  https://evil.test https://evil.test/https://game.example https://evil.test#game.example https://evil.test?https://game.example
  https://game.example.evil.test https://evilgame.example https://studio.example https://evilstudio.example
  https://studio.example.evil.test https://game.example. https://game.example@evil.test https://game.example:443@evil.test
  https://user:word@game.example https://@game.example https://game.example%40evil.test https://evil.test%2f@game.example
  https://game.example\\@evil.test https://game.example:444 https://game.example:8443 https://game.example:99999
  https://beta.example https://gаme.example https://ɡame.example https://xn--gme-7cd.example https://game%252eexample`;

const HOSTILE = [
  ...`${FOREIGN_SCHEMES} ${FOREIGN_HOSTS}`.trim().split(/\s+/),
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
