import { expect, test } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { failureField } from '../../machines/session/verification.screens.ts';

test('a refusal is shown at the field that the player can correct, any other one above the form', () => {
  expect(failureField(failure('accountNotFoundEmail'))).toBe('target');
  expect(failureField(failure('accountNotFoundMobile'))).toBe('target');
  expect(failureField(failure('verificationCodeIncorrect'))).toBe('code');
  expect(failureField(failure('codeTooFrequent'))).toBe('code');
  expect(failureField(failure('offline'))).toBe('form');
});
