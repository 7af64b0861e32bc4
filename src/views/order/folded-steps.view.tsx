import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { Icon } from '../../ui/icon.tsx';
import { DateTime } from '../app/date-time.view.tsx';
import css from './folded-steps.module.css';
import { useStatusText } from './order-status.view.tsx';

type FoldedStepsProps = { readonly record: OrderRecord; readonly children: ReactNode };

/** The steps of a delivered order are folded: one line says when it was delivered. */
export const FoldedSteps = ({ record: { status, orderType, timeline }, children }: FoldedStepsProps) => {
  const { t } = useTranslation('order');
  const statusText = useStatusText();
  const at = timeline.find((change) => change.status === 'delivered')?.at;
  if (status !== 'delivered') return children;
  return (
    <details className={css['folded']}>
      <summary>
        <Icon name="check" />
        <span>
          <strong>{orderType === 'epoint' ? statusText('status.delivered.stepCredit') : t('section.settled')}</strong>
          <span> </span>
          {at !== undefined && <DateTime at={at} />}
        </span>
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  );
};
