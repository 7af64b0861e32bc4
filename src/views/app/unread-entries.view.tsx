import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import css from './unread-entries.module.css';

const MOST_IDS = 10;

/** "2 entries can't be shown", with their ids. `ids`: one per entry, null without a readable id. Draws nothing without entries. */
export const UnreadEntries = ({ ids }: { readonly ids: readonly (string | null)[] }) => {
  const { t } = useTranslation('account');
  if (ids.length === 0) return null;
  const known = [...new Set(ids.filter((id) => id !== null))];
  return (
    <p className={css['unread']}>
      <Icon name="alert" size={16} />
      <span>{t('list.unread', { count: ids.length })}</span>
      {known.length > 0 && <code>{known.slice(0, MOST_IDS).join(', ') + (known.length > MOST_IDS ? ', …' : '')}</code>}
    </p>
  );
};
