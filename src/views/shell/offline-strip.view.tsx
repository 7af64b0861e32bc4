import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import css from './frame.module.css';

/** Always mounted, so that a screen reader announces its text when it appears. */
export const OfflineStrip = ({ online }: { readonly online: boolean }) => {
  const { t } = useTranslation('portal');
  return (
    <div role="status">
      {!online && (
        <p className={css['offline']}>
          <Icon name="alert" size={18} />
          <span>
            <strong>{t('offline.title')}</strong>
            <span>{` ${t('offline.text')}`}</span>
          </span>
        </p>
      )}
    </div>
  );
};
