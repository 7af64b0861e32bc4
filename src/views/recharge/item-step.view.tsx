import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../machines/order/order.types.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { percentText } from '../order/percent-text.ts';
import { LoadEmpty, LoadFailed } from '../wizard/load-problem.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import css from '../wizard/steps.module.css';
import { ListSkeleton } from '../wizard/wizard-skeleton.view.tsx';
import type { RechargeActor, ScreenNamed } from './recharge-actor.ts';

const useItemOption = () => {
  const { t, i18n } = useTranslation('recharge');
  const locale = i18n.language;
  return (item: Item) => {
    const { itemId, rebatePercent, gift, price, epointPrice, art } = item;
    const giftTitle = gift && itemTitle(gift, locale);
    return {
      value: itemId,
      title: itemTitle(item, locale),
      art: <Picture name={art} fallback="item" width={72} />,
      ...(rebatePercent !== null && {
        badge: <Badge tone="success">{t('item.bonus', { percent: percentText(rebatePercent, locale) })}</Badge>,
      }),
      ...(gift && {
        detail:
          gift.quantity > 1
            ? t('item.giftMany', { title: giftTitle, quantity: gift.quantity })
            : t('item.gift', { title: giftTitle }),
      }),
      trailing: (
        <span className={css['price']}>
          <strong>{formatUsd(price.minor, locale)}</strong>
          <small>{formatEPoints(epointPrice, locale)}</small>
        </span>
      ),
    };
  };
};

export const ItemStep = ({
  actor,
  screen,
}: {
  readonly actor: RechargeActor;
  readonly screen: ScreenNamed<'item'>;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  const optionOf = useItemOption();
  const retry = () => actor.send({ type: 'load.retry' });
  const { items, notice, summary } = screen;
  return (
    <div className={css['body']}>
      {notice && <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />}
      {items.state === 'loading' && <ListSkeleton label={t('item.loading')} rows={6} columns={3} height={176} />}
      {items.state === 'failed' && <LoadFailed title={t('item.failed')} failure={items.failure} onRetry={retry} />}
      {items.state === 'empty' && (
        <LoadEmpty art="empty-items" title={t('item.empty')} hint={t('item.emptyHint')} onRetry={retry} />
      )}
      {items.state === 'ready' && (
        <ChoiceCards
          legend={t('item.title')}
          legendHidden
          name="item"
          value={summary.item?.itemId ?? null}
          columns={3}
          onPick={(itemId) => actor.send({ type: 'item.pick', itemId })}
          options={items.rows.map(optionOf)}
        />
      )}
    </div>
  );
};
