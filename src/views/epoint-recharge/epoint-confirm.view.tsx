import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { usePlayer } from '../app/portal.context.tsx';
import confirmCss from '../wizard/confirm-step.module.css';
import { PaymentTerms } from '../wizard/payment-terms.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import css from '../wizard/steps.module.css';
import totalCss from '../wizard/total.module.css';
import { CreditList } from './credit-list.view.tsx';
import { EpointRechargePay } from './epoint-pay.view.tsx';
import type { EpointRechargeActor, EpointRechargeNamed } from './epoint-recharge-actor.ts';
import { packageArt } from './package-art.ts';

/** The balance after this purchase, while the balance is known. */
const useBalanceAfter = (sum: number): number | null => {
  const balance = useSelector(usePlayer(), (snapshot) => snapshot?.children.balance);
  const screen = useSelector(balance, (snapshot) => (snapshot ? selectBalanceScreen(snapshot) : null));
  return screen?.name === 'ready' ? screen.total + sum : null;
};

export const EpointRechargeConfirm = ({
  actor,
  screen: { notice, summary },
}: {
  readonly actor: EpointRechargeActor;
  readonly screen: EpointRechargeNamed<'confirm'>;
}): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const { item, channel } = summary;
  const after = useBalanceAfter(item?.credit ? creditSum(item.credit) : 0);
  return (
    <div className={css['body']}>
      {notice && <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />}
      {item && (
        <section className={confirmCss['contents']}>
          <Picture name={packageArt(item)} fallback="epoint" width={72} />
          <h3 className="visually-hidden">{t('summary.contents')}</h3>
          <CreditList item={item} />
        </section>
      )}
      {after !== null && (
        <p className={css['hint']}>{t('epoint.after', { points: formatEPoints(after, i18n.language) })}</p>
      )}
      {item && channel && (
        <>
          <PaymentTerms
            channel={channel}
            price={
              <span className={totalCss['price']}>
                <strong>{formatUsd(item.price.minor, i18n.language)}</strong>
              </span>
            }
          />
          <div className={css['stepAction']}>
            <EpointRechargePay actor={actor} item={item} />
          </div>
          <p className={css['hint']}>{t('confirm.newWindow')}</p>
        </>
      )}
    </div>
  );
};
