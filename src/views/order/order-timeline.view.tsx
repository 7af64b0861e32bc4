import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  hasLapsed,
  isInPhase,
  isOpen,
  ORDER_STATUSES,
  type OrderPhase,
  type OrderStatus,
  phaseOf,
} from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { DateTime } from '../app/date-time.view.tsx';
import { type StatusTextKey, useStatusText } from './order-status.view.tsx';
import css from './timeline.module.css';

/** One line of the timeline. `at`: epoch ms of the server, null when it is unknown or in the future. */
type ProgressEntry = {
  readonly text: StatusTextKey;
  readonly at: number | null;
  readonly state: 'done' | 'current' | 'ahead' | 'failed';
};

/** What may have happened after the creation of an order, in the order in which it happens. What is delivered was paid. */
const PAST: Readonly<Record<OrderPhase, readonly OrderPhase[]>> = {
  unpaid: [],
  lapsed: ['lapsed'],
  delivering: ['lapsed', 'delivering', 'delivered'],
  delivered: ['lapsed', 'delivering', 'delivered'],
  refunded: ['lapsed', 'delivering', 'delivered', 'refunded'],
};

const stepKey = (status: OrderStatus, isLate: boolean, isCredit: boolean): StatusTextKey => {
  if (isLate && status === 'paid') return 'status.paid.stepLate';
  if (isCredit && isInPhase(status, 'delivered')) return `status.${status}.stepCredit`;
  return `status.${status}.step`;
};

/** What the order is waiting for, and what follows if it is unpaid. */
const nextOf = (status: OrderStatus, isCredit: boolean): readonly ProgressEntry[] => {
  const current = (text: StatusTextKey): ProgressEntry => ({ text, at: null, state: 'current' });
  if (isInPhase(status, 'delivering'))
    return [current(isCredit ? `status.${status}.nowCredit` : `status.${status}.now`)];
  if (!isOpen(status)) return [];
  const ahead = isCredit ? 'status.delivered.aheadCredit' : 'status.delivered.ahead';
  return [current(`status.${status}.now`), { text: ahead, at: null, state: 'ahead' }];
};

type Progress = Pick<OrderRecord, 'paymentCreateTime' | 'status' | 'timeline' | 'orderType'>;

/** Payment and delivery in the order they happened. The history may have gaps; the status decides. */
export const progressOf = ({ paymentCreateTime, status, timeline, orderType }: Progress): readonly ProgressEntry[] => {
  const isCredit = orderType === 'epoint';
  const when = (wanted: OrderStatus): number | null => timeline.find((change) => change.status === wanted)?.at ?? null;
  const happened = (wanted: OrderStatus): boolean => wanted === status || wanted === 'paid' || when(wanted) !== null;
  const past = PAST[phaseOf(status)].flatMap((phase) =>
    ORDER_STATUSES.filter((wanted) => phaseOf(wanted) === phase && happened(wanted)),
  );
  const isLate = past.some(hasLapsed);
  const isDelivered = past.some((one) => isInPhase(one, 'delivered'));
  return [
    { text: 'status.pending.step', at: paymentCreateTime, state: 'done' },
    ...past.map((one): ProgressEntry => {
      const state = hasLapsed(one) ? 'failed' : 'done';
      return { text: stepKey(one, isLate, isCredit), at: when(one), state };
    }),
    ...(isDelivered ? [] : nextOf(status, isCredit)),
  ];
};

const ICONS: Readonly<Partial<Record<ProgressEntry['state'], IconName>>> = { done: 'check', failed: 'close' };

/** Payment and delivery of an order: what happened and what is next. The current entry is marked for screen readers, too. */
export const OrderTimeline = ({ record }: { readonly record: Progress & Pick<OrderRecord, 'isStatusUnknown'> }) => {
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
