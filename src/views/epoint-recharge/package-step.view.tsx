import { useSelector } from '@xstate/react';
import type { TFunction } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sufficientPackage } from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { creditSum, missingPoints } from '../../../machines/order/order.purchase.ts';
import type { Item } from '../../../machines/order/order.types.ts';
import { selectNeededPoints } from '../../../machines/signed-in/signed-in.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { useFailureText } from '../../i18n/failure-text.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ChoiceCards, type ChoiceOption, useCardOptions } from '../../ui/choice-cards.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { UnreadEntries } from '../app/load-problem.view.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { useBalanceScreen } from '../app/total-points.view.tsx';
import { addition, percentText } from '../order/order-text.ts';
import { useLongList } from '../wizard/long-list.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import css from '../wizard/steps.module.css';
import { Price } from '../wizard/total.view.tsx';
import type { ScreenProps } from './epoint-recharge-actor.ts';

const OWN = 'epoint';

/** Smallest number of E Points for each further picture. */
const PILES = [300, 800, 1_500, 4_000, 8_000];

/** The configured picture, else a pile of coins that fits the size of the package. */
export const packageArt = ({ art, credit }: Pick<Item, 'art' | 'credit'>): string => {
  if (art !== null && art !== OWN) return art;
  const size = PILES.filter((from) => (credit?.basic ?? 0) >= from).length;
  return size === 0 ? OWN : `${OWN}-${size + 1}`;
};

const optionOf = (t: TFunction<'recharge'>, item: Item, isEnough: boolean, locale: string): ChoiceOption => {
  const { itemId, credit } = item;
  const sum = credit ? creditSum(credit) : 0;
  const bonus = credit ? sum - credit.basic : 0;
  const percent =
    credit && bonus > 0 ? percentText(item.rebatePercent ?? Math.floor((bonus * 100) / credit.basic), locale) : null;
  return {
    value: itemId,
    title: formatEPoints(sum, locale),
    art: <Picture name={packageArt(item)} fallback="epoint" width={72} />,
    badge: (percent !== null || isEnough) && (
      <>
        {isEnough && (
          <Badge tone="info" icon="check">
            {t('epoint.enough')}
          </Badge>
        )}
        {percent !== null && (
          <Badge tone="success">
            {credit?.isFirst ? t('epoint.firstBonus', { percent }) : t('item.bonus', { percent })}
          </Badge>
        )}
      </>
    ),
    ...(credit && bonus > 0 && { detail: addition(credit.basic, bonus, locale) }),
    trailing: (
      <span className={css['cardPrice']}>
        <Price item={item} channel={null} />
      </span>
    ),
  };
};

export const PackageStep = ({ actor, screen }: ScreenProps<'item'>) => {
  const { packages, unread, notice, rebateFailure, summary } = screen;
  const { t, i18n } = useTranslation('recharge');
  const { language } = i18n;
  const needed = useSelector(usePlayer(), (snapshot) => (snapshot ? selectNeededPoints(snapshot) : null));
  const balance = useBalanceScreen();
  const missing = missingPoints(needed, balance?.name === 'ready' ? balance.total : null);
  const enough = sufficientPackage(packages, missing);
  const failureText = useFailureText();
  const chosen = summary.item?.itemId ?? null;
  const sorted = useMemo(
    () => (enough ? [enough, ...packages.filter((one) => one !== enough)] : packages),
    [packages, enough],
  );
  const list = useLongList(sorted, ({ itemId }) => itemId === chosen);
  const toOption = useCallback((item: Item) => optionOf(t, item, item === enough, language), [t, enough, language]);
  return (
    <div className={css['body']}>
      <StepNotice actor={actor} notice={notice} />
      <LiveRegion>
        {missing > 0 && (
          <Callout tone="info" title={t('epoint.missing', { points: formatEPoints(missing, language) })} />
        )}
      </LiveRegion>
      <LiveRegion>
        {rebateFailure && (
          <Callout
            tone="warning"
            title={t('epoint.rebateFailed')}
            action={
              <Button icon="refresh" variant="secondary" onClick={() => actor.send({ type: 'load.retry' })}>
                {t('error.retry')}
              </Button>
            }
          >
            {`${failureText(rebateFailure)} ${t('epoint.rebateFailedText')}`}
          </Callout>
        )}
      </LiveRegion>
      <ChoiceCards
        legend={t('epoint.package')}
        name="package"
        value={chosen}
        columns={3}
        onPick={useCallback((picked) => actor.send({ type: 'item.pick', itemId: picked }), [actor])}
        options={useCardOptions(list.rows, toOption)}
      />
      {list.more}
      <UnreadEntries ids={unread} />
    </div>
  );
};
