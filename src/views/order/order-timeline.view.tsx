import { useTranslation } from 'react-i18next';
import { isInPhase } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { DateTime } from '../app/date-time.view.tsx';
import { type ProgressEntry, progressOf } from './order-progress.ts';
import { useStatusText } from './status-text.ts';
import css from './timeline.module.css';

const ICONS: Readonly<Partial<Record<ProgressEntry['state'], IconName>>> = { done: 'check', failed: 'close' };

/** Payment and delivery of an order: what happened and what is next. The current entry is marked for screen readers, too. */
export const OrderTimeline = ({
  record,
}: {
  readonly record: Pick<OrderRecord, 'paymentCreateTime' | 'status' | 'isStatusUnknown' | 'timeline' | 'orderType'>;
}) => {
  const { t } = useTranslation('payment');
  const statusText = useStatusText();
  const known = progressOf(record);
  const entries = record.isStatusUnknown ? known.slice(0, 1) : known;
  const isDelivering = isInPhase(record.status, 'delivering');
  return (
    <List ordered className={css['timeline']} aria-label={t('timeline.label')}>
      {entries.map(({ text, at, state }) => {
        const sign = ICONS[state];
        return (
          <li key={text} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={css['icon']} aria-hidden="true">
              {sign && <Icon name={sign} size={14} />}
            </span>
            <div>
              <strong>{statusText(text)}</strong>
              {at !== null && (
                <span className={css['time']}>
                  <DateTime at={at} />
                </span>
              )}
              {isDelivering && state === 'current' && <div className={css['note']}>{t('timeline.deliveringNote')}</div>}
            </div>
          </li>
        );
      })}
    </List>
  );
};
