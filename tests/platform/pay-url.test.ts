import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPayUrlAllowed, payUrlFlaw } from '../../src/platform/pay-url.ts';

const RULES = {
  hosts: ['pay.example.com', '*.channel.net', 'pay.test:8443'],
  sandbox: false,
  origin: 'https://portal.example',
};
const SANDBOX = { ...RULES, sandbox: true };

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
  'JaVaScRiPt:alert(1)',
  'javascript://pay.example.com/%0aalert(1)',
  'javascript:https://pay.example.com',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://pay.example.com/uuid',
  'vbscript:msgbox',
  'file:///etc/passwd',
  'ftp://pay.example.com',
  'ws://pay.example.com',
  'wss://pay.example.com',
  'about:blank',
  'about:srcdoc',
  'view-source:https://pay.example.com',
  'filesystem:https://pay.example.com/x',
  'mailto:a@pay.example.com',
  'tel:1',
  'intent://pay.example.com',
  'http://pay.example.com/',
  'HTTP://PAY.EXAMPLE.COM',
  'https:pay.example.com',
  'https:/pay.example.com',
  'https:evil',
  '//pay.example.com',
  '/pay',
  'pay.example.com',
  '',
  'https',
  'https:',
  'https://',
  'https:///pay.example.com',
  'https:////pay.example.com',
  'xhttps://pay.example.com',
  'https//pay.example.com',
];

const HOSTS = [
  'evil.test',
  'pay.example.com.evil.test',
  'evilpay.example.com',
  'pay.example.com.',
  'example.com',
  'channel.net',
  'evilchannel.net',
  'xchannel.net',
  'channel.net.evil.test',
  'pay.example.com:444',
  'pay.example.com:80',
  'eu.channel.net:444',
  'pay.test',
  'pay.test:443',
  'pаy.example.com',
  'pay.exаmple.com',
  'pay.example.com%2eevil.test',
  'pay.example.com%00.evil.test',
  'pay。example。com.evil.test',
  '127.0.0.1',
  'localhost',
  '[::1]',
  '0.0.0.0',
  '10.0.0.1',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f.1',
  'xn--pay-example.com',
  'pay-example.com',
  'pay_example.com',
  'pay.example.org',
  'portal.example',
  '*.channel.net',
  '.channel.net',
  'a_b.channel.net',
];

const USERINFO = [
  'a@',
  'a:b@',
  '@',
  ':@',
  'pay.example.com@',
  'pay.example.com:443@',
  'pay.example.com%40',
  '%40@',
  'a@b@',
];

const CONTROLS = [
  '\t',
  '\n',
  '\r',
  '\0',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2028',
  '\ufeff',
  ' ',
  '\\',
  '\ud800',
];

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
    expect(isPayUrlAllowed(url, RULES)).toBe(true);
  });

  test(`${corpus.length} hostile URLs are refused (C39, C38, RCHG-11)`, () => {
    expect(corpus.length).toBeGreaterThanOrEqual(500);
    expect(corpus.filter((url) => isPayUrlAllowed(url, RULES))).toEqual([]);
  });

  test('the sandbox also allows loopback and the portal itself, and nothing else of the hostile corpus (C39)', () => {
    const passed = corpus.filter((url) => isPayUrlAllowed(url, SANDBOX));
    const hosts = new Set(passed.map((url) => new URL(url).hostname));
    expect(hosts).toEqual(new Set(['127.0.0.1', 'localhost', '[::1]', 'portal.example']));
    for (const url of [
      'http://127.0.0.1:8787/cashier/1',
      'http://localhost/c',
      'http://[::1]:5173/c',
      'http://127.10.200.30/c',
      'https://portal.example/c',
    ])
      expect([isPayUrlAllowed(url, SANDBOX), isPayUrlAllowed(url, RULES)]).toEqual([true, false]);
    for (const url of [
      'http://portal.example/c',
      'http://127.0.0.1.evil.test/',
      'http://localhost.evil.test/',
      'http://evillocalhost/',
      'http://evil.localhost/',
      'http://a@localhost/',
    ])
      expect(isPayUrlAllowed(url, SANDBOX)).toBe(false);
  });

  test('5,000 generated URLs: an allowed one leads to a listed host over TLS, written in plain ASCII (C39)', () => {
    const piece = fc.constantFrom(
      'https:',
      'http:',
      'javascript:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '.',
      '%2e',
      '%00',
      '\t',
      '\n',
      'pay.example.com',
      'channel.net',
      'eu',
      'evil.test',
      '443',
      '8443',
      '?',
      '#',
      'ａ',
      '。',
      ' ',
      '\u202e',
      '[::1]',
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
        if (!isPayUrlAllowed(text, RULES)) return;
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
