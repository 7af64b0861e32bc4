import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectSufficientPackage } from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { opensWindow, takesPoints } from '../../../machines/order/order.methods.ts';
import { creditSum, toChoiceIds } from '../../../machines/order/order.purchase.ts';
import { missingForChoices } from '../../../machines/recharge/recharge.choices.ts';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { RECHARGE_EPOINT } from '../../../machines/signed-in/signed-in.pages.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { ConfirmAction } from '../wizard/confirm-action.view.tsx';
import css from '../wizard/steps.module.css';
import { Total } from '../wizard/total.view.tsx';
import { ItemCards } from './item-step.view.tsx';
import type { ScreenProps } from './recharge-actor.ts';

type ShortProps = { readonly summary: RechargeSummary };

/** The smallest package that covers the missing E Points; null while there is none. */
const useSufficientPackage = (summary: RechargeSummary) => {
  const shop = useSelector(usePlayer(), (snapshot) => snapshot?.children.epointRecharge);
  const missing = missingForChoices(summary);
  return useSelector(shop, (snapshot) => (snapshot ? selectSufficientPackage(snapshot, missing) : null), shallowEqual);
};

/** Leads to the confirmation of the package or, without one, to the shop. Waits for the packages, so that a quick press does not miss it. */
const TopUpPoints = ({ summary }: ShortProps) => {
  const { t } = useTranslation('recharge');
  const portal = usePortal();
  const player = usePlayer();
  const shop = useSelector(player, (snapshot) => snapshot?.children.epointRecharge);
  const isLoading = useSelector(shop, (snapshot) => snapshot?.hasTag('loading') === true);
  const sufficient = useSufficientPackage(summary);
  const open = () =>
    sufficient
      ? player?.send({ type: 'order.repeat', choices: toChoiceIds(sufficient) })
      : portal.send({ type: 'page.open', to: RECHARGE_EPOINT });
  return (
    <Button size="lg" wide icon="wallet" busy={isLoading} onClick={open}>
      {t('confirm.topUp')}
    </Button>
  );
};

/** Too few E Points before an order exists; the choices stay. */
const InsufficientPoints = ({ summary }: ShortProps) => {
  const { t, i18n } = useTranslation(['recharge', 'errors']);
  const points = (amount: number) => formatEPoints(amount, i18n.language);
  const credit = useSufficientPackage(summary)?.item;
  return (
    <Callout tone="warning" title={t('errors:balanceInsufficient')}>
      <p>
        {t('confirm.short', { balance: points(summary.coinBalance ?? 0), missing: points(missingForChoices(summary)) })}
      </p>
      {credit?.credit && (
        <p>
          {t('confirm.packageText', {
            points: points(creditSum(credit.credit)),
            price: formatUsd(credit.price.minor, i18n.language),
          })}
        </p>
      )}
    </Callout>
  );
};

const useHint = ({ item, channel, coinBalance }: RechargeSummary): string | null => {
  const { t, i18n } = useTranslation('recharge');
  if (channel && opensWindow(channel)) return t('confirm.newWindow');
  if (!takesPoints(channel)) return null;
  if (!item || coinBalance === null) return t('confirm.atOnce');
  const left = formatEPoints(coinBalance - item.epointPrice, i18n.language);
  return `${t('confirm.atOnce')} ${t('confirm.pointsAfter', { points: left })}`;
};

/** The amount and the button. The steps above show everything else that the player confirms. */
export const ConfirmStep = ({ actor, screen }: ScreenProps<'confirm'>) => {
  const { t } = useTranslation('recharge');
  const { busy, items, summary } = screen;
  const { item, channel } = summary;
  const isShort = !busy && missingForChoices(summary) > 0;
  const hint = useHint(summary);
  return (
    <div className={css['body']}>
      <p className={css['final']}>
        <Icon name="info" size={16} />
        <span>{t('confirm.final')}</span>
      </p>
      <ConfirmAction
        track="pay"
        actor={actor}
        screen={screen}
        busy={busy}
        instead={isShort && <TopUpPoints summary={summary} />}
        hint={isShort ? null : hint}
      >
        <LiveRegion>{isShort && <InsufficientPoints summary={summary} />}</LiveRegion>
        {item && channel && <Total item={item} channel={channel} />}
      </ConfirmAction>
      {items.length > 0 && (
        <section className={css['body']}>
          <h3>{t('confirm.others')}</h3>
          <ItemCards actor={actor} rows={items} itemId={item?.itemId ?? null} channel={channel} />
        </section>
      )}
    </div>
  );
};
