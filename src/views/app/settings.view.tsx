import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALE_TAGS, LOCALES } from '../../contract/locales.ts';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useBrowserActions } from './portal.context.tsx';
import css from './settings.module.css';

type SwitchProps = { readonly compact?: boolean };

/** Lists each language by its native name; `compact` shows only the globe. */
export const LanguageSwitch = ({ compact = false }: SwitchProps) => {
  const { t, i18n } = useTranslation('portal');
  const { changeLocale } = useBrowserActions();
  return (
    <span className={css['language']} data-compact={compact || undefined}>
      <Icon name="globe" />
      <select
        aria-label={t('menu.language')}
        value={i18n.language}
        onChange={(event) => changeLocale(event.currentTarget.value)}
      >
        {LOCALE_TAGS.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {LOCALES[tag]}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={14} />
    </span>
  );
};

export const ThemeSwitch = ({ compact = false }: SwitchProps) => {
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
