import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loginProblems } from '../../machines/session/login.events.ts';
import { isPasswordWellFormed } from '../../machines/session/password.rules.ts';

describe('a password has 6 to 16 characters of at least two kinds (SESS-11)', () => {
  test.each(['abc123', 'Demo-1234', 'abcde!', '12345#', 'a1'.repeat(8), '密码密码密1', 'ÄÖÜäöü1', '🦉🦉🦉ab1'])(
    '%s',
    (password) => {
      expect(isPasswordWellFormed(password)).toBe(true);
    },
  );

  test.each([
    '',
    'abc12',
    `${'a1'.repeat(8)}b`,
    'a1'.repeat(33),
    'abcdef',
    '123456',
    '!!!!!!',
    'abc def',
    '密码密码密码',
  ])('not %j', (password) => {
    expect(isPasswordWellFormed(password)).toBe(false);
  });

  test('the length is checked for any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), (password) => {
        const inRange = password.length >= 6 && password.length <= 16;
        if (isPasswordWellFormed(password)) expect(inRange).toBe(true);
        if (inRange && /[a-z]/i.test(password) && /\d/.test(password))
          expect(isPasswordWellFormed(password)).toBe(true);
      }),
    );
  });
});

test('a missing entry and a malformed password are different problems (SESS-11)', () => {
  expect(loginProblems({ account: '', password: '' })).toEqual({ account: 'incomplete', password: 'incomplete' });
  expect(loginProblems({ account: '  ', password: 'short' })).toEqual({
    account: 'incomplete',
    password: 'passwordFormat',
  });
  expect(loginProblems({ account: 'demo', password: 'Demo-1234' })).toEqual({ account: null, password: null });
});
