import { useTranslation } from 'react-i18next';
import { moneyOf } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { Button } from '../../ui/button.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import css from './receipt.module.css';

/** Prints the page of a paid order, without the frame. */
export const PrintButton = ({ record }: { readonly record: OrderRecord }) => {
  const { t } = useTranslation('account');
  const { printPage } = useBrowserActions();
  return moneyOf(record.status) !== 'none' ? (
    <Button variant="quiet" icon="receipt" onClick={printPage}>
      {t('receipt.print')}
    </Button>
  ) : null;
};

/** Visible in print only. */
export const ReceiptHead = ({ record }: { readonly record: OrderRecord }) => {
  const { t } = useTranslation(['account', 'portal']);
  return moneyOf(record.status) !== 'none' ? (
    <p className={css['head']} aria-hidden="true">
      <strong>{t('portal:site')}</strong>
      <span>{t('account:receipt.title')}</span>
    </p>
  ) : null;
};
