import { useTranslation } from 'react-i18next';
import { LOCALE_TAGS, LOCALES } from '../../contract/locales.ts';
import { Icon } from '../../ui/icon.tsx';
import { useBrowserActions } from './portal.context.tsx';
import css from './settings.module.css';

/** Lists each language by its native name; `compact` shows only the globe. */
export const LanguageSwitch = ({ compact = false }: { readonly compact?: boolean }) => {
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
