import { useTranslation } from 'react-i18next';
import { supportLines } from './breadcrumb-text.ts';
import { CopyButton } from './copy-button.view.tsx';
import { useBrowserActions } from './portal.context.tsx';

export const CrashDetails = () => {
  const { t } = useTranslation('portal');
  const about = useBrowserActions();
  return <CopyButton label={t('crash.copy')} copiedLabel={t('crash.copied')} text={() => supportLines(about)} />;
};
