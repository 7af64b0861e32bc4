import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints } from '../../i18n/formats.ts';
import { Icon } from '../../ui/icon.tsx';
import { ContentsList } from '../order/contents-list.view.tsx';
import { RecipientCard } from '../order/recipient-card.view.tsx';
import css from '../wizard/confirm-step.module.css';
import { PaymentTerms } from '../wizard/payment-terms.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import steps from '../wizard/steps.module.css';
import { InsufficientPoints, isPaidWithPoints, missingPoints, TopUpPoints } from './insufficient-points.view.tsx';
import { PayButton } from './pay-button.view.tsx';
import type { RechargeActor, ScreenNamed } from './recharge-actor.ts';
import { Price } from './total.view.tsx';

export const ConfirmStep = ({
  actor,
  screen,
}: {
  readonly actor: RechargeActor;
  readonly screen: ScreenNamed<'confirm'>;
}): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const { notice, busy } = screen;
  const { recipient, item, channel, coinBalance } = screen.summary;
  const inPoints = isPaidWithPoints(screen.summary);
  const isShort = missingPoints(screen.summary) > 0;
  const points = (amount: number) => formatEPoints(amount, i18n.language);
  const hint = [
    inPoints && item ? t('confirm.points', { points: points(item.epointPrice) }) : t('confirm.newWindow'),
    inPoints &&
      item &&
      coinBalance !== null &&
      t('confirm.pointsAfter', { points: points(coinBalance - item.epointPrice) }),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={steps['body']}>
      {notice && <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />}
      {recipient && (
        <section className={css['recipient']}>
          <h3>{t('confirm.goesTo')}</h3>
          <RecipientCard recipient={recipient} />
          <p className={css['final']}>
            <Icon name="info" size={16} />
            {t('confirm.final')}
          </p>
        </section>
      )}
      {item && (
        <section className={css['contents']}>
          <Picture name={item.art} fallback="item" width={72} />
          <h3 className="visually-hidden">{t('summary.contents')}</h3>
          <ContentsList item={item} />
        </section>
      )}
      {item && channel && (
        <>
          <PaymentTerms channel={channel} price={<Price item={item} inPoints={inPoints} />} />
          <div className={steps['stepAction']}>
            {isShort ? <TopUpPoints /> : <PayButton actor={actor} item={item} inPoints={inPoints} busy={busy} />}
          </div>
          {isShort ? <InsufficientPoints summary={screen.summary} /> : <p className={steps['hint']}>{hint}</p>}
        </>
      )}
    </div>
  );
};
