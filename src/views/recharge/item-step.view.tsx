import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel, Item } from '../../../machines/order/order.types.ts';
import { Picture } from '../../art/picture.tsx';
import { formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { useCardOptions } from '../../ui/card-options.ts';
import { ChoiceCards, type ChoiceOption } from '../../ui/choice-cards.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { UnreadEntries } from '../app/unread-entries.view.tsx';
import { deliveredTitle, partsText, percentText } from '../order/order-contents.ts';
import { useLongList } from '../wizard/long-list.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import css from '../wizard/steps.module.css';
import { Price } from '../wizard/total.view.tsx';
import { ListSkeleton } from '../wizard/wizard-skeleton.view.tsx';
import type { RechargeActor, StepProps } from './recharge-actor.ts';

/** The gift of an item in a sentence. */
const giftText = (t: TFunction<'recharge'>, gift: NonNullable<Item['gift']>, locale: string): string => {
  const title = itemTitle(gift, locale);
  const { quantity } = gift;
  return quantity > 1
    ? t('item.giftMany', { title, quantity: formatNumber(quantity, locale) })
    : t('item.gift', { title });
};

/** The parts of the sum, and the gift; null without either. */
const detailsOf = (t: TFunction<'recharge'>, item: Item, locale: string) => {
  const { gift } = item;
  const parts = partsText(item, locale);
  if (parts === null && !gift) return null;
  return (
    <>
      {parts !== null && <span className={css['part']}>{parts}</span>}
      {gift && <span className={css['part']}>{giftText(t, gift, locale)}</span>}
    </>
  );
};

const optionOf = (t: TFunction<'recharge'>, item: Item, channel: Channel | null, locale: string): ChoiceOption => {
  const { itemId, rebatePercent, art } = item;
  return {
    value: itemId,
    title: deliveredTitle(item, locale),
    art: <Picture name={art} fallback="item" width={72} />,
    ...(rebatePercent !== null && {
      badge: <Badge tone="success">{t('item.bonus', { percent: percentText(rebatePercent, locale) })}</Badge>,
    }),
    detail: detailsOf(t, item, locale),
    trailing: (
      <span className={css['cardPrice']}>
        <Price item={item} channel={channel} />
      </span>
    ),
  };
};

/** The items of the shop, with what each of them delivers and costs. */
export const ItemCards = ({
  actor,
  rows,
  itemId,
  channel,
}: {
  readonly actor: RechargeActor;
  readonly rows: readonly Item[];
  readonly itemId: string | null;
  readonly channel: Channel | null;
}) => {
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

export const ItemStep = ({ actor, screen }: StepProps<'item'>) => {
  const { t } = useTranslation('recharge');
  const retry = () => actor.send({ type: 'load.retry' });
  const { items, notice, summary } = screen;
  const chosen = summary.item?.itemId ?? null;
  const list = useLongList(items.state === 'ready' ? items.rows : [], ({ itemId }) => itemId === chosen);
  return (
    <div className={css['body']}>
      <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />
      {items.state === 'loading' && <ListSkeleton label={t('item.loading')} rows={6} columns={3} height={176} />}
      <LiveRegion>
        {items.state === 'failed' && (
          <LoadFailed inRegion title={t('item.failed')} failure={items.failure} onRetry={retry} />
        )}
        {items.state === 'empty' && (
          <LoadEmpty art="empty-items" title={t('item.empty')} hint={t('item.emptyHint')} onRetry={retry} />
        )}
      </LiveRegion>
      {items.state === 'ready' && (
        <>
          <ItemCards actor={actor} rows={list.rows} itemId={chosen} channel={summary.channel} />
          {list.more}
          <UnreadEntries ids={items.unread} />
        </>
      )}
    </div>
  );
};
