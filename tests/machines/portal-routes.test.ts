import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readParam } from '../../machines/kernel/url.ts';
import { linkNavigation, loginReason } from '../../machines/portal/portal.navigation.ts';
import {
  canonicalPath,
  isGuarded,
  loginFormPath,
  loginPath,
  matchPage,
  safeRedirect,
} from '../../machines/portal/portal.routes.ts';
import { articlePath, detailPath, type Page } from '../../machines/signed-in/signed-in.pages.ts';
import { WIZARD_STEPS } from '../../machines/wizard/wizard.types.ts';

const HOME = '/main/home';

describe('pages', () => {
  const PAGES: readonly (readonly [path: string, search: string, page: Page])[] = [
    ['/', '', { name: 'home' }],
    ['/main', '?a=1', { name: 'home' }],
    ['/main/', '', { name: 'home' }],
    ['/main/home', '', { name: 'home' }],
    ['/main/home/', '', { name: 'home' }],
    ['/login', '', { name: 'login', redirect: null, reset: null }],
    [
      '/login',
      '?redirect=%2Fmain%2Frecharge%3Fstep%3Ditem',
      { name: 'login', redirect: '/main/recharge?step=item', reset: null },
    ],
    ['/login', '?redirect=', { name: 'login', redirect: '', reset: null }],
    ['/login', '?redirect=%', { name: 'login', redirect: null, reset: null }],
    ['/login', '?reset=email', { name: 'login', redirect: null, reset: 'email' }],
    ['/login', '?reset=phone', { name: 'login', redirect: null, reset: 'phone' }],
    ['/login', '?reset=fax', { name: 'login', redirect: null, reset: null }],
    ['/403', '', { name: 'forbidden' }],
    ['/main/recharge', '', { name: 'recharge', target: 'game', step: null }],
    ['/main/recharge', '?step=channel', { name: 'recharge', target: 'game', step: 'channel' }],
    ['/main/recharge', '?x=1&step=payment', { name: 'recharge', target: 'game', step: 'payment' }],
    ['/main/recharge', '?step=__proto__', { name: 'recharge', target: 'game', step: null }],
    ['/main/recharge', '?target=epoint&step=item', { name: 'recharge', target: 'epoint', step: 'item' }],
    ['/main/recharge', '?target=game', { name: 'recharge', target: 'game', step: null }],
    ['/main/recharge', '?other=epoint', { name: 'recharge', target: 'game', step: null }],
    [
      '/main/recharge',
      '?server=s1&role=r%201&item=i1&method=card&price=499',
      {
        name: 'recharge',
        target: 'game',
        step: null,
        again: { choices: { serverId: 's1', roleId: 'r 1', itemId: 'i1', channelCode: 'card' }, priceMinor: 499 },
      },
    ],
    [
      '/main/recharge',
      `?target=epoint&item=ep&price=1e3&method=${'9'.repeat(129)}`,
      {
        name: 'recharge',
        target: 'epoint',
        step: null,
        again: { choices: { serverId: null, roleId: null, itemId: 'ep', channelCode: null }, priceMinor: null },
      },
    ],
    ['/main/recharge', '?role=r1&price=1', { name: 'recharge', target: 'game', step: null }],
    ['/main/recharge/detail/1001', '', { name: 'payment_detail', orderId: '1001' }],
    ['/main/recharge/detail/a.', '', { name: 'payment_detail', orderId: 'a.' }],
    ['/main/recharge/detail/.a', '', { name: 'payment_detail', orderId: '.a' }],
    [`/main/recharge/detail/${'9'.repeat(128)}`, '', { name: 'payment_detail', orderId: '9'.repeat(128) }],
    ['/x/main/recharge/detail/1001', '', { name: 'not-found' }],
    ['/main/recharge/detail/a%20b', '', { name: 'payment_detail', orderId: 'a b' }],
    ['/main/recharge/detail/', '', { name: 'not-found' }],
    ['/main/recharge/detail/..', '', { name: 'not-found' }],
    ['/main/recharge/detail/%2e%2e', '', { name: 'not-found' }],
    ['/main/recharge/detail/a%2fb', '', { name: 'not-found' }],
    ['/main/recharge/detail/%00', '', { name: 'not-found' }],
    ['/main/recharge/detail/%ff', '', { name: 'not-found' }],
    ['/main/recharge/detail/1/2', '', { name: 'not-found' }],
    [`/main/recharge/detail/${'9'.repeat(129)}`, '', { name: 'not-found' }],
    ['/main/event', '?type=2', { name: 'events', search: '?type=2' }],
    ['/main/event/detail/a%20b', '', { name: 'event-detail', articleId: 'a b' }],
    ['/main/event/detail/..', '', { name: 'not-found' }],
    ['/main/event/detail/1/2', '', { name: 'not-found' }],
    ['/x/main/event/detail/1', '', { name: 'not-found' }],
    ['/main/account', '?x=1', { name: 'account', section: 'user', search: '?x=1' }],
    ['/main/account/user/', '', { name: 'account', section: 'user', search: '' }],
    ['/main/account/recharge', '?page=2', { name: 'account', section: 'recharge', search: '?page=2' }],
    ['/main/account/epoint', '', { name: 'account', section: 'epoint', search: '' }],
    ['/main/account/toString', '', { name: 'not-found' }],
    ['/main/logout', '', { name: 'logout', byServer: false }],
    ['/main/logout', '?id=23', { name: 'logout', byServer: true }],
    ['/main/logout', '?id=24', { name: 'logout', byServer: false }],
    ['/main/nowhere', '', { name: 'not-found' }],
    ['/Main/home', '', { name: 'not-found' }],
    ['//main/home', '', { name: 'not-found' }],
    ['', '', { name: 'not-found' }],
    ['/constructor', '', { name: 'not-found' }],
  ];
  test.each(PAGES)('%s%s (ROUTE-04, ROUTE-09, ROUTE-10, ROUTE-11)', (path, search, page) => {
    expect(matchPage(path, search)).toEqual(page);
  });

  test('/ redirects to /main, /main to /main/home, and no other path redirects (ROUTE-04)', () => {
    expect(['/', '/main', '/main/', HOME, '/login', '/main/x'].map(canonicalPath)).toEqual([
      HOME,
      HOME,
      HOME,
      HOME,
      '/login',
      '/main/x',
    ]);
  });

  test('everything below /main needs a login, except the logout page (ROUTE-16)', () => {
    const guarded = ['/', '/main', HOME, '/main/recharge', '/main/recharge/detail/1', '/main/nowhere'];
    const open = ['/login', '/403', '/main/logout', '/main/logout/', '/elsewhere', '/mainly'];
    expect(guarded.filter((path) => !isGuarded(path))).toEqual([]);
    expect(open.filter(isGuarded)).toEqual([]);
  });

  test('the login URL contains the redirect (ROUTE-16)', () => {
    expect(loginPath('/main/recharge', '?step=item')).toBe('/login?redirect=%2Fmain%2Frecharge%3Fstep%3Ditem');
    expect(loginPath('/', '?a=b')).toBe('/login?redirect=%2Fmain%2Fhome%3Fa%3Db');
    expect(loginPath('/403', '?a=b')).toBe('/login');
  });

  test('the URL of the reset form keeps the redirect (SESS-05)', () => {
    expect(loginFormPath(null, null)).toBe('/login');
    expect(loginFormPath(null, 'email')).toBe('/login?reset=email');
    expect(loginFormPath('/main/home?a=b', null)).toBe('/login?redirect=%2Fmain%2Fhome%3Fa%3Db');
    expect(loginFormPath('/main/home', 'phone')).toBe('/login?reset=phone&redirect=%2Fmain%2Fhome');
  });

  test('the reason of the login page follows from its URL (ROUTE-16)', () => {
    const reasonOf = (redirect: string | null) => loginReason({ name: 'login', redirect, reset: null });
    expect(reasonOf(null)).toBe(null);
    expect(reasonOf('/main/account/user')).toEqual({ kind: 'required' });
    expect(reasonOf('/main/home?channel=mail')).toBe(null);
    expect(reasonOf('//evil.example')).toBe(null);
    expect(reasonOf('/main/recharge/detail/1001?x=1')).toEqual({ kind: 'order-received', orderId: '1001' });
    expect(loginReason({ name: 'home' })).toBe(null);
    expect(loginReason(null)).toBe(null);
  });

  test('the URL names a step; the former recipient step opens the role step (D19, RCHG-15)', () => {
    const stepOf = (search: string) => {
      const page = matchPage('/main/recharge', search);
      return page.name === 'recharge' ? page.step : 'another page';
    };
    expect(WIZARD_STEPS.map((step) => stepOf(`?step=${step}`))).toEqual([...WIZARD_STEPS]);
    expect(stepOf('?step=recipient')).toBe('role');
    expect(['', '?step=', '?step=Server', '?step=recipients', '?other=role'].map(stepOf)).toEqual(Array(5).fill(null));
  });

  test('any query gives a valid page and never throws (C60)', () => {
    const query = fc.oneof(fc.string({ unit: 'binary' }), fc.webQueryParameters()).map((text) => `?${text}`);
    fc.assert(
      fc.property(query, (search) => {
        const steps: readonly unknown[] = [null, ...WIZARD_STEPS];
        const recharge = matchPage('/main/recharge', search);
        expect(recharge.name === 'recharge' && steps.includes(recharge.step)).toBe(true);
        expect(matchPage('/main/logout', search)).toEqual({
          name: 'logout',
          byServer: readParam(search, 'id') === '23',
        });
        for (const name of ['appleId', 'wechat', 'channel', 'id', 'redirect'])
          expect(readParam(search, name)).toSatisfy((value) => value === null || typeof value === 'string');
      }),
    );
  });

  test('a value survives encoding, and the first of two values wins (C60)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(readParam(`?a=1&x=${encodeURIComponent(value)}&x=2`, 'x')).toBe(value);
      }),
    );
  });

  test('the link of any order number leads to it, and to no other page (ROUTE-08)', () => {
    const named = fc.constantFrom(
      '..',
      'A/1',
      'A\\1',
      '../../logout',
      '%2e%2e',
      'A~002f1',
      'A\u20281',
      '訂單1',
      '9'.repeat(128),
    );
    const any = fc.string({ minLength: 1, maxLength: 64, unit: 'binary' });
    fc.assert(
      fc.property(fc.oneof(named, any), (orderId) => {
        const path = detailPath(orderId);
        expect(path).toMatch(/^\/main\/recharge\/detail\/[\w.~%!'()*-]+$/);
        expect(new URL(path, 'https://portal.example').pathname).toBe(path);
        expect(path).not.toMatch(/%2f|%5c|%00/i);
        for (const link of [path, `${path}/`]) expect(matchPage(link, '')).toEqual({ name: 'payment_detail', orderId });
        expect(matchPage(articlePath(orderId), '')).toEqual({ name: 'event-detail', articleId: orderId });
      }),
    );
  });

  test('a link inside the portal is a path (C59)', () => {
    expect(linkNavigation('/main/home')).toEqual({ to: '/main/home', replace: false });
    expect(linkNavigation('/main/event?type=1#latest')).toEqual({ to: '/main/event?type=1', replace: false });
    expect(['//evil.example', '/\\evil.example', 'https://evil.example', 'main', ''].map(linkNavigation)).toEqual(
      Array(5).fill(null),
    );
  });
});

describe('redirect', () => {
  const ACCEPTED = [
    ['/main/home', '/main/home'],
    ['/main/home/', '/main/home/'],
    ['/', '/main/home'],
    ['/main', '/main/home'],
    ['/main?a=1', '/main/home?a=1'],
    ['/main/recharge', '/main/recharge'],
    ['/main/recharge?step=item', '/main/recharge?step=item'],
    ['/main/recharge/detail/1001', '/main/recharge/detail/1001'],
    ['/main/recharge/detail/a%20b?from=mail', '/main/recharge/detail/a%20b?from=mail'],
    ['/main/home?next=https://evil.example', '/main/home?next=https://evil.example'],
    ['/main/home?name=%E7%8E%A9%E5%AE%B6', '/main/home?name=%E7%8E%A9%E5%AE%B6'],
    ['/main/home?rate=100%25', '/main/home?rate=100%25'],
    ['/main/home?a=?b', '/main/home?a=?b'],
    [`/main/home?x=${'a'.repeat(2_035)}`, `/main/home?x=${'a'.repeat(2_035)}`],
    [`/main/home?x=%${'25'.repeat(4)}41`, `/main/home?x=%${'25'.repeat(4)}41`],
  ] as const;
  test.each(ACCEPTED)('%s is a path of this portal (ROUTE-02)', (raw, target) => {
    expect(safeRedirect(raw)).toBe(target);
  });

  const TRICKS = [
    '',
    'main/home',
    'http://evil.example',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%255cevil.example',
    '%2Fmain%2Fhome',
    '/main%2Fhome',
    '/main/home\\..\\..\\evil',
    '/main/home%5c',
    '/main/home?x=%5c',
    ' /main/home',
    '/\t/evil.example',
    '/main/home\n',
    '/main/home\u0000',
    '/main/home%00',
    '/main/home%252500',
    '/main/home?x=%0d%0aSet-Cookie:a=b',
    '/main/home?x=%c2%85',
    '/main/home?x=%E2%80%A8',
    '/main/home?x=%c0%af',
    '/main/home?x=\u202e',
    '/main/home?x=%e2%80%ae',
    '/main/home\u200b',
    '/\uff0fevil.example',
    '/@evil.example',
    '/./main/home',
    '/main/../login',
    '/main/recharge/detail/..',
    '/main/recharge/detail/..%2f..%2flogout',
    '/main/home#//evil.example',
    '/login',
    '/%6cogin',
    '/main/logout',
    '/main/%6cogout',
    '/403',
    '/main/nowhere',
    '/main//home',
    '/MAIN/HOME',
    '/api/user/login',
    `/main/home?x=${'a'.repeat(2_036)}`,
    `/main/home?x=%${'25'.repeat(5)}41`,
  ];
  test.each(TRICKS)('%j falls back to the home page (ROUTE-02, C59)', (raw) => {
    expect(safeRedirect(raw)).toBe(HOME);
  });
  test('the corpus encoded once, twice and three times falls back to the home page (ROUTE-02, C59)', () => {
    const encoded = TRICKS.flatMap((raw) => {
      const once = encodeURIComponent(raw);
      const twice = encodeURIComponent(once);
      return [once, twice, encodeURIComponent(twice)].flatMap((text) => [text, `/${text}`, `/main/${text}`]);
    });
    expect([...new Set(encoded.map(safeRedirect))]).toEqual([HOME]);
  });

  const ORIGIN = 'https://portal.example';
  const piece = fc.constantFrom(
    ...['/', '//', '\\', '%', '25', '2f', '2F', '5c', '0a', '00', '%2f', '%5c', '%252f', '%09', '\t', '\n', '\r', ' '],
    ...['.', '..', '@', ':', '?', '#', '&', ';', '=', 'main', 'home', 'recharge', 'detail', 'login', 'logout', '1001'],
    ...[
      'http:',
      'https://',
      'javascript:',
      'evil.example',
      '\u0000',
      '\u2028',
      '\u202e',
      '\uff0f',
      '/main/home',
      '?x=',
    ],
  );
  const TEXT = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 8 }).map((pieces) => `/main/home${pieces.join('')}`),
    fc.array(piece, { maxLength: 8 }).map((pieces) => `/main/recharge?${pieces.join('')}`),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
  );
  test('every result is a guarded page of this origin, and applying it twice changes nothing (ROUTE-02, C59)', () => {
    fc.assert(
      fc.property(TEXT, (raw) => {
        const target = safeRedirect(raw);
        const url = new URL(target, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(url.username + url.password + url.hash).toBe('');
        const page = matchPage(url.pathname, url.search);
        expect(['home', 'recharge', 'payment_detail']).toContain(page.name);
        expect(safeRedirect(target)).toBe(target);
        let layer = target;
        for (let depth = 0; depth < 6; depth += 1) {
          expect(layer).not.toMatch(/[\p{Cc}\\#]|^\/\//u);
          layer = layer.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
