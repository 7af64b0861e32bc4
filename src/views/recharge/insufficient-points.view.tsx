import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectSufficientPackage } from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { creditSum, toChoiceIds } from '../../../machines/order/order.purchase.ts';
import { missingForChoices } from '../../../machines/recharge/recharge.choices.ts';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { RECHARGE_EPOINT } from '../../../machines/signed-in/signed-in.pages.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { usePlayer, usePortal } from '../app/portal.context.tsx';

type ShortProps = { readonly summary: RechargeSummary };

/** The smallest package that covers the missing E Points; null while there is none. */
const useSufficientPackage = (summary: RechargeSummary) => {
  const shop = useSelector(usePlayer(), (snapshot) => snapshot?.children.epointRecharge);
  const missing = missingForChoices(summary);
  return useSelector(shop, (snapshot) => (snapshot ? selectSufficientPackage(snapshot, missing) : null), shallowEqual);
};

/** Leads to the confirmation of the package or, without one, to the shop. */
export const TopUpPoints = ({ summary }: ShortProps) => {
  const { t } = useTranslation('recharge');
  const portal = usePortal();
  const player = usePlayer();
  const sufficient = useSufficientPackage(summary);
  const open = () =>
    sufficient
      ? player?.send({ type: 'order.repeat', choices: toChoiceIds(sufficient) })
      : portal.send({ type: 'page.open', to: RECHARGE_EPOINT });
  return (
    <Button size="lg" wide icon="wallet" onClick={open}>
      {t('confirm.topUp')}
    </Button>
  );
};

/** Too few E Points before an order exists; the choices stay. */
export const InsufficientPoints = ({ summary }: ShortProps) => {
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
