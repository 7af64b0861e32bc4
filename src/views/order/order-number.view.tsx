import { useTranslation } from 'react-i18next';
import { CopyButton } from '../app/copy-button.view.tsx';
import css from './order-number.module.css';

export const OrderNumber = ({ orderId }: { readonly orderId: string }) => {
  const { t } = useTranslation('payment');
  return (
    <span className={css['number']}>
      <code>{orderId}</code>
      <CopyButton variant="quiet" label={t('copy')} copiedLabel={t('copied')} text={() => orderId} />
    </span>
  );
};
