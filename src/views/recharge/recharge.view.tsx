import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type RechargeScreen, selectRechargeScreen } from '../../../machines/recharge/recharge.screens.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { PaymentView } from '../payment/payment.view.tsx';
import { usePortal } from '../portal/portal.context.tsx';
import { BottomBar } from './bottom-bar.view.tsx';
import { EpointPanel } from './epoint-panel.view.tsx';
import { OrderSummary } from './order-summary.view.tsx';
import css from './recharge.module.css';
import type { RechargeActor, WizardScreen } from './recharge-actor.ts';
import { RechargeSkeleton } from './recharge-skeleton.view.tsx';
import { Steps } from './steps.view.tsx';
import { TargetChoice } from './target-choice.view.tsx';

/** Takes the reader to the heading of what has just opened, but never on arrival. */
const useFocusOnChange = (name: string) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    heading.current?.focus();
  }, [name]);
  return heading;
};

const Wizard = ({ actor, screen }: { readonly actor: RechargeActor; readonly screen: WizardScreen }): ReactNode => {
  const { t } = useTranslation('recharge');
  const heading = useFocusOnChange(screen.name);
  const spoken = { creating: t('creating.title'), uncertain: t('uncertain.title') };
  return (
    <>
      <div className={css['columns']}>
        <Steps actor={actor} screen={screen} heading={heading} />
        <OrderSummary summary={screen.summary} />
      </div>
      <BottomBar actor={actor} screen={screen} />
      <Announcer message={screen.name === 'creating' || screen.name === 'uncertain' ? spoken[screen.name] : ''} />
    </>
  );
};

const Content = ({ actor, screen }: { readonly actor: RechargeActor; readonly screen: RechargeScreen }): ReactNode => {
  switch (screen.name) {
    case 'dormant':
      return <RechargeSkeleton />;
    case 'epoint':
      return <EpointPanel actor={actor} />;
    case 'payment':
      return (
        <div className={css['payment']}>
          <PaymentView orderId={screen.ticket.orderId} />
        </div>
      );
    case 'recipient':
    case 'item':
    case 'channel':
    case 'confirm':
    case 'creating':
    case 'uncertain':
      return <Wizard actor={actor} screen={screen} />;
  }
};

const Recharge = ({ actor }: { readonly actor: RechargeActor }): ReactNode => {
  const { t } = useTranslation('recharge');
  const screen = useSelector(actor, selectRechargeScreen);
  return (
    <div className={css['page']} data-state={screen.name}>
      <header className={css['head']}>
        <h1>{t('title')}</h1>
        <TargetChoice actor={actor} />
      </header>
      <Content actor={actor} screen={screen} />
    </div>
  );
};

/** `/main/recharge`. */
export const RechargeView = (): ReactNode => {
  const actor = useSelector(usePortal(), ({ children }) => children.recharge);
  return actor ? <Recharge actor={actor} /> : <RechargeSkeleton />;
};
