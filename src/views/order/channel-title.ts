import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_PAGE_CHANNEL } from '../../../machines/order/order.purchase.ts';

/** `fieldKey`: code of the channel, null where only its name is known; `title`: the server's name for it. */
type NamedChannel = { readonly fieldKey: string | null; readonly title: string };

/** A generic payment method has a translated name; a branded one has the server's name. */
export const useChannelTitle = (): ((channel: NamedChannel) => string) => {
  const { t } = useTranslation('recharge');
  return useCallback(
    ({ fieldKey, title }: NamedChannel) => {
      switch (fieldKey) {
        case 'card':
          return t('channel.name.card');
        case 'wallet':
          return t('channel.name.wallet');
        case 'bank':
          return t('channel.name.bank');
        case 'carrier':
          return t('channel.name.carrier');
        case 'epoint':
          return t('channel.name.epoint');
        case PAYMENT_PAGE_CHANNEL:
          return t('channel.name.page');
        default:
          return title;
      }
    },
    [t],
  );
};
