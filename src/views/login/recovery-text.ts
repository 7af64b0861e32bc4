import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../machines/kernel/failure.ts';
import type { CodeChannel } from '../../../machines/session/contact.rules.ts';
import type { PasswordProblem } from '../../../machines/session/password.rules.ts';
import type { CodeProblem, RepeatProblem, TargetProblem } from '../../../machines/session/recovery.validation.ts';
import { type FailureField, failureField } from '../../../machines/session/verification.screens.ts';
import { useFailureText } from '../../i18n/failure-text.ts';

type Problem = TargetProblem | CodeProblem | PasswordProblem | RepeatProblem;

export const useProblemText = (): ((problem: Problem | null) => string | null) => {
  const { t } = useTranslation('recovery');
  return (problem) => {
    switch (problem) {
      case 'incomplete':
        return t('problem.incomplete');
      case 'emailFormat':
        return t('problem.emailFormat');
      case 'phoneFormat':
        return t('problem.phoneFormat');
      case 'codeFormat':
        return t('problem.codeFormat');
      case 'passwordFormat':
        return t('problem.passwordFormat');
      case 'passwordsDiffer':
        return t('problem.passwordsDiffer');
      case null:
        return null;
    }
  };
};

type FieldFailures = Readonly<Record<FailureField, string | null>>;

/** Assigns the text of a failure to the field that shows it. `channel`: how the code was sent. */
export const useFieldFailures = (channel: CodeChannel): ((failure: Failure | null) => FieldFailures) => {
  const { t } = useTranslation('recovery');
  const failureText = useFailureText();
  const textOf = (failure: Failure): string =>
    failure.reason === 'verificationCodeIncorrect' && channel === 'email'
      ? t('problem.codeIncorrect')
      : failureText(failure);
  return (failure) => ({
    target: null,
    code: null,
    form: null,
    ...(failure && { [failureField(failure)]: textOf(failure) }),
  });
};
