import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail, isPhoneNumber, isVerificationCode } from '../../machines/session/contact.rules.ts';
import { loginProblems } from '../../machines/session/login.events.ts';
import { isPasswordWellFormed, passwordProblem } from '../../machines/session/password.rules.ts';
import { COUNTRIES, countryOf, toPhoneNumber } from '../../machines/session/phone.entry.ts';
import { codeProblem, repeatProblem, targetProblem } from '../../machines/session/recovery.validation.ts';

const LONGEST_EMAIL = `${'x'.repeat(64)}@${'x'.repeat(63)}.${'x'.repeat(63)}.${'x'.repeat(61)}`;

test.each<[what: string, rule: (text: string) => boolean, valid: readonly string[], invalid: readonly string[]]>([
  [
    'an e-mail address (SESS-11)',
    isEmail,
    [
      LONGEST_EMAIL,
      'ada@example.org',
      'a.b+c@mail.example.co.jp',
      'ÄÖ@bücher.example',
      "o'neil@x-y.example",
      'x@1.example',
    ],
    [
      ...['', 'ada', 'ada@', '@example.org', 'ada@example', 'a b@example.org', 'a@b@example.org', 'ada@example..org'],
      ...[`${'x'.repeat(65)}@example.org`, `ada@${'x.'.repeat(130)}org`, 'ada@exa_mple.org', 'ada@example.org\n'],
      ...['a\u0000da@example.org', 'a\u0085da@example.org', 'a\u202eda@example.org'],
    ],
  ],
  [
    'a phone number (SESS-03)',
    isPhoneNumber,
    ['+12025550123', '+8613812345678', '+4930901820', '+1234567', '+123456789012345'],
    [
      ...['', '+', '12025550123', '+0123456789', '+123456', '+1234567890123456', '+1 202 555'],
      ...['a+12025550123', '+12025550123a', '+１２０２５５５０１２３'],
    ],
  ],
  [
    'a password: 6 to 16 characters of at least two kinds (SESS-11)',
    isPasswordWellFormed,
    ['abc123', 'Demo-1234', 'abcde!', '12345#', 'a1'.repeat(8), '密码密码密1', 'ÄÖÜäöü1', '🦉🦉🦉ab1'],
    ['', 'abc12', `${'a1'.repeat(8)}b`, 'a1'.repeat(33), 'abcdef', '123456', '!!!!!!', 'abc def', '密码密码密码'],
  ],
  ['a code (SESS-03)', isVerificationCode, ['012345'], ['', '12345', '12345a', '1234567', 'a123456']],
])('each of these texts is %s, or is not', (_, rule, valid, invalid) => {
  expect(valid.filter((text) => !rule(text))).toEqual([]);
  expect(invalid.filter(rule)).toEqual([]);
});

test.each([
  ['1', '(202) 555-0123', '+12025550123'],
  ['49', '0170 123 45 67', '+491701234567'],
  ['39', '06 698 12345', '+390669812345'],
  ['86', '138 1234 5678', '+8613812345678'],
  ['1', '+44 20 7946 0958', '+442079460958'],
  ['1', '0044 20 7946 0958', '+442079460958'],
  ['81', '０９０−１２３４−５６７８', '+819012345678'],
  ['1', ' +44 20 7946 0958', '+442079460958'],
  ['1', '(+44) 20 7946 0958', '+442079460958'],
  ['1', '+44 (0)20 7946 0958', '+442079460958'],
  ['1', '0044 (0)20 7946 0958', '+442079460958'],
  ['1', '+39 (0)6 1234 5678', '+390612345678'],
  ['1', '0039 (0)6 1234 5678', '+390612345678'],
  ['1', '202 555 0123 +', '+12025550123'],
  ['1', `202 555 0123${' '.repeat(40)}9`, '+12025550123'],
  ['66', '', ''],
  ['66', 'abc', ''],
])('after +%s, %j becomes %j (SESS-03)', (callingCode, typed, number) =>
  expect(toPhoneNumber(callingCode, typed)).toBe(number),
);

test('the country of the language comes first; unknown languages start with the United States (SESS-03)', () => {
  const codes = ['en-US', 'zh-CN', 'zh-TW', 'zh-HK', 'th-TH', 'ja-JP', 'vi-VN', 'ko-KR', 'de-DE'].map(
    (tag) => countryOf([tag]).callingCode,
  );
  expect(codes).toEqual(['1', '86', '886', '852', '66', '81', '84', '82', '49']);
  expect(countryOf(['en', 'zh-Hant-MO']).region).toBe('MO');
  expect(countryOf(['xx-ZZ', '']).region).toBe('US');
});

test('each country is listed once with a valid calling code (SESS-03)', () => {
  expect(new Set(COUNTRIES.map(({ region }) => region)).size).toBe(COUNTRIES.length);
  for (const { region, callingCode } of COUNTRIES) {
    expect(region).toMatch(/^[A-Z]{2}$/);
    expect(isPhoneNumber(toPhoneNumber(callingCode, '5550123'))).toBe(true);
  }
});

test('the problems of an entry (SESS-03, SESS-11)', () => {
  for (const [problem, expected] of [
    [targetProblem('email', ''), 'incomplete'],
    [targetProblem('email', 'ada'), 'emailFormat'],
    [targetProblem('email', 'ada@example.org'), null],
    [targetProblem('phone', ''), 'incomplete'],
    [targetProblem('phone', '+1202'), 'phoneFormat'],
    [targetProblem('phone', '+12025550123'), null],
    [codeProblem(''), 'incomplete'],
    [codeProblem('12345'), 'codeFormat'],
    [codeProblem('012345'), null],
    [passwordProblem(''), 'incomplete'],
    [passwordProblem('letters'), 'passwordFormat'],
    [passwordProblem('Fresh-1'), null],
    [repeatProblem('a', ''), 'incomplete'],
    [repeatProblem('a', 'b'), 'passwordsDiffer'],
    [repeatProblem('a', 'a'), null],
    [loginProblems({ account: '', password: '' }), { account: 'incomplete', password: 'incomplete' }],
    [loginProblems({ account: '  ', password: 'short' }), { account: 'incomplete', password: 'passwordFormat' }],
    [loginProblems({ account: 'demo', password: 'Demo-1234' }), { account: null, password: null }],
  ])
    expect(problem).toEqual(expected);
});

test('100 kB in any field are validated immediately (C70)', () => {
  const evil = ['a', '@', '.', 'a.', 'a@a.', '-', '+1', '0', ' ', '\u0301', '𝒳', '%'].map((part) =>
    part.repeat(100_000 / part.length),
  );
  const judges: ((text: string) => unknown)[] = [
    isEmail,
    isPhoneNumber,
    isVerificationCode,
    isPasswordWellFormed,
    (text) => toPhoneNumber('1', text),
    (text) => loginProblems({ account: text, password: text }),
    (text) => countryOf([text]),
  ];
  const entries = [...evil, ...evil.map((text) => `a@${text}`), ...evil.map((text) => `${text}@example.org`)];
  for (const judge of judges)
    for (const entry of entries) {
      judge(entry);
      const times = Array.from({ length: 3 }, () => {
        const since = performance.now();
        judge(entry);
        return performance.now() - since;
      });
      // Backtracking over 100 kB takes seconds; a busy computer needs a few milliseconds for one pass.
      expect(Math.min(...times)).toBeLessThan(100);
    }
});

test('any input becomes a valid number, an empty text or an invalid number (SESS-03)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom('1', '39', '852'), (typed, code) => {
      expect(toPhoneNumber(code, typed)).toMatch(/^(?:|\+\d*)$/);
    }),
  );
});
