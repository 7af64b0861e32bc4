import { useTranslation } from 'react-i18next';
import type english from '../../locales/en-US.json';
import type { Failure, FailureReason } from '../../machines/kernel/failure.ts';

export const useReasonText = (): ((reason: FailureReason) => string) => {
  const { t } = useTranslation(['errors', 'portal']);
  return (reason) =>
    reason === 'loadFailed' ? t('portal:loadError.text') : t(reason satisfies keyof typeof english.errors);
};

/** An unknown reason shows the message of the server, if any (ERRS-04); any other reason shows its own text. */
export const useFailureText = (): ((failure: Failure) => string) => {
  const reasonText = useReasonText();
  return ({ reason, msg }) => (reason === 'unknownError' && msg) || reasonText(reason);
};
