import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../ui/segmented.tsx';
import { useBrowserActions } from './portal.context.tsx';

export const ThemeSwitch = ({ compact = false }: { readonly compact?: boolean }) => {
  const { t } = useTranslation('portal');
  const { theme } = useBrowserActions();
  const chosen = useSyncExternalStore(theme.subscribe, theme.current, theme.current);
  return (
    <Segmented
      legend={t('menu.theme')}
      value={chosen}
      iconsOnly={compact}
      onPick={theme.change}
      options={[
        { value: 'system', label: t('menu.system'), icon: 'device' },
        { value: 'light', label: t('menu.light'), icon: 'sun' },
        { value: 'dark', label: t('menu.dark'), icon: 'moon' },
      ]}
    />
  );
};
