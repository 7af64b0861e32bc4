import type { TypeOptions } from 'i18next';
import { useTranslation } from 'react-i18next';
import { shownStatus } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';

type Texts = TypeOptions['resources']['order']['status'];

/** A text of a status. A status without a text that its phase needs does not compile. */
export type StatusTextKey = {
  [Status in keyof Texts]: `status.${Status}.${keyof Texts[Status] & string}`;
}[keyof Texts];

export const useStatusText = (): ((key: StatusTextKey) => string) => {
  const { t } = useTranslation('order');
  return (key) => t(key);
};

type Shown = Pick<OrderRecord, 'status' | 'isStatusUnknown'>;

/** The status in a few words. */
export const labelKey = (record: Shown): StatusTextKey => `status.${shownStatus(record)}.label`;
