import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { opensWindow } from '../../../machines/order/order.methods.ts';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { usePlayer } from '../app/portal.context.tsx';
import { PayButton } from '../wizard/pay-button.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import css from '../wizard/steps.module.css';
import totalCss from '../wizard/total.module.css';
import { TotalLine } from '../wizard/total-line.view.tsx';
import { UnconfirmedOrder } from '../wizard/unconfirmed-order.view.tsx';
import type { EpointRechargeActor, EpointRechargeNamed } from './epoint-recharge-actor.ts';

/** The balance after this purchase, while the balance is known. */
const useBalanceAfter = (sum: number): number | null => {
  const balance = useSelector(usePlayer(), (snapshot) => snapshot?.children.balance);
  const screen = useSelector(balance, (snapshot) => (snapshot ? selectBalanceScreen(snapshot) : null));
  return screen?.name === 'ready' ? screen.total + sum : null;
};

/** The amount and the button. The steps above show everything else that the player confirms. */
export const EpointRechargeConfirm = ({
  actor,
  screen: { notice, unconfirmed, summary },
}: {
  readonly actor: EpointRechargeActor;
  readonly screen: EpointRechargeNamed<'confirm'>;
}): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const { item, channel } = summary;
  const after = useBalanceAfter(item?.credit ? creditSum(item.credit) : 0);
  return (
    <div className={css['body']}>
      <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />
      <UnconfirmedOrder unconfirmed={unconfirmed} />
      {after !== null && (
        <p className={css['hint']}>{t('epoint.after', { points: formatEPoints(after, i18n.language) })}</p>
      )}
      {item && channel && (
        <>
          <div className={css['stepAction']}>
            <TotalLine>
              <span className={totalCss['price']}>
                <strong>{formatUsd(item.price.minor, i18n.language)}</strong>
              </span>
            </TotalLine>
            <PayButton track="epoint_pay" actor={actor} item={item} channel={channel} />
          </div>
          {opensWindow(channel) && <p className={css['hint']}>{t('confirm.newWindow')}</p>}
        </>
      )}
    </div>
  );
};
