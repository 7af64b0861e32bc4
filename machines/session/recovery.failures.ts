import type { Failure } from '../kernel/failure.ts';

/** Where a form with a code shows why the server refused it. */
export type FailureField = 'target' | 'code' | 'form';

export const failureField = ({ reason }: Failure): FailureField => {
  if (reason === 'accountNotFoundEmail' || reason === 'accountNotFoundMobile') return 'target';
  return reason === 'verificationCodeIncorrect' || reason === 'codeTooFrequent' ? 'code' : 'form';
};
