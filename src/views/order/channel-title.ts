import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_PAGE_CHANNEL } from '../../../machines/order/order.purchase.ts';

/** `fieldKey`: code of the channel, null where only its name is known; `title`: the server's name for it. */
type NamedChannel = { readonly fieldKey: string | null; readonly title: string };

/** A generic payment method has a translated name; a branded one has the server's name. */
export const useChannelTitle = (): ((channel: NamedChannel) => string) => {
  const { t } = useTranslation('recharge');
  return useMemo(() => {
    const names = new Map<string | null, string>([
      ['card', t('channel.name.card')],
      ['wallet', t('channel.name.wallet')],
      ['bank', t('channel.name.bank')],
      ['carrier', t('channel.name.carrier')],
      ['epoint', t('channel.name.epoint')],
      [PAYMENT_PAGE_CHANNEL, t('channel.name.page')],
    ]);
    return ({ fieldKey, title }: NamedChannel) => names.get(fieldKey) ?? title;
  }, [t]);
};
