import { useTranslation } from 'react-i18next';
import type { Failure, FailureReason } from '../../../machines/kernel/failure.ts';
import type { CodeChannel } from '../../../machines/session/contact.rules.ts';
import type {
  CodeProblem,
  NewPasswordProblem,
  RepeatProblem,
  TargetProblem,
} from '../../../machines/session/recovery.validation.ts';
import { useFailureText } from '../../i18n/failure-text.ts';

type Problem = TargetProblem | CodeProblem | NewPasswordProblem | RepeatProblem;

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

const OF_TARGET: readonly FailureReason[] = ['accountNotFoundEmail', 'accountNotFoundMobile'];

type Placed = { readonly target: string | null; readonly code: string | null; readonly elsewhere: string | null };

/** Beside which field a refusal is said. `channel`: how the code traveled. */
export const usePlacedFailure = (channel: CodeChannel): ((failure: Failure | null) => Placed) => {
  const { t } = useTranslation('recovery');
  const failureText = useFailureText();
  return (failure) => {
    const placed: Placed = { target: null, code: null, elsewhere: null };
    if (!failure) return placed;
    if (OF_TARGET.includes(failure.reason)) return { ...placed, target: failureText(failure) };
    if (failure.reason === 'verificationCodeIncorrect')
      return { ...placed, code: channel === 'email' ? t('problem.codeIncorrect') : failureText(failure) };
    if (failure.reason === 'codeTooFrequent') return { ...placed, code: failureText(failure) };
    return { ...placed, elsewhere: failureText(failure) };
  };
};
