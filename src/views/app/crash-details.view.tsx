import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.view.tsx';
import { useBrowserActions } from './portal.context.tsx';
import { supportLines } from './support-lines.ts';

/** Copies the details that support needs about a crashed page. */
export const CrashDetails = () => {
  const { t } = useTranslation('portal');
  const about = useBrowserActions();
  return <CopyButton label={t('crash.copy')} copiedLabel={t('crash.copied')} text={() => supportLines(about)} />;
};
