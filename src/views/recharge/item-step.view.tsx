import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel, Item } from '../../../machines/order/order.types.ts';
import { Picture } from '../../art/picture.tsx';
import { formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { ChoiceCards, type ChoiceOption, useCardOptions } from '../../ui/choice-cards.tsx';
import { deliveredTitle, partsText, percentText } from '../order/order-text.ts';
import { ListStep } from '../wizard/list-step.view.tsx';
import { useLongList } from '../wizard/long-list.view.tsx';
import css from '../wizard/steps.module.css';
import { Price } from '../wizard/total.view.tsx';
import type { ScreenProps } from './recharge-actor.ts';

const giftText = (t: TFunction<'recharge'>, gift: NonNullable<Item['gift']>, locale: string): string => {
  const title = itemTitle(gift, locale);
  const { quantity } = gift;
  return quantity > 1
    ? t('item.giftMany', { title, quantity: formatNumber(quantity, locale) })
    : t('item.gift', { title });
};

const optionOf = (t: TFunction<'recharge'>, item: Item, channel: Channel | null, locale: string): ChoiceOption => {
  const { itemId, rebatePercent, art, gift } = item;
  const parts = partsText(item, locale);
  return {
    value: itemId,
    title: deliveredTitle(item, locale),
    art: <Picture name={art} fallback="item" width={72} />,
    badge: rebatePercent !== null && (
      <Badge tone="success">{t('item.bonus', { percent: percentText(rebatePercent, locale) })}</Badge>
    ),
    detail: (parts !== null || gift) && (
      <>
        {parts !== null && <span className={css['part']}>{parts}</span>}
        {gift && <span className={css['part']}>{giftText(t, gift, locale)}</span>}
      </>
    ),
    trailing: (
      <span className={css['cardPrice']}>
        <Price item={item} channel={channel} />
      </span>
    ),
  };
};

type ItemCardsProps = Pick<ScreenProps, 'actor'> & {
  readonly rows: readonly Item[];
  readonly itemId: string | null;
  readonly channel: Channel | null;
};

export const ItemCards = ({ actor, rows, itemId, channel }: ItemCardsProps) => {
  const { t, i18n } = useTranslation('recharge');
  const { language } = i18n;
  const toOption = useCallback((item: Item) => optionOf(t, item, channel, language), [t, channel, language]);
  return (
    <ChoiceCards
      legend={t('item.title')}
      name="item"
      value={itemId}
      columns={3}
      onPick={useCallback((picked) => actor.send({ type: 'item.pick', itemId: picked }), [actor])}
      options={useCardOptions(rows, toOption)}
    />
  );
};

export const ItemStep = ({ actor, screen }: ScreenProps<'item'>) => {
  const { t } = useTranslation('recharge');
  const { items, notice, summary } = screen;
  const chosen = summary.item?.itemId ?? null;
  const list = useLongList(items.state === 'ready' ? items.rows : [], ({ itemId }) => itemId === chosen);
  return (
    <ListStep
      actor={actor}
      notice={notice}
      list={items}
      skeleton={{ rows: 6, columns: 3, height: 176 }}
      art="empty-items"
      texts={{
        loading: t('item.loading'),
        failed: t('item.failed'),
        empty: t('item.empty'),
        hint: t('item.emptyHint'),
      }}
    >
      <ItemCards actor={actor} rows={list.rows} itemId={chosen} channel={summary.channel} />
      {list.more}
    </ListStep>
  );
};
