import { useSelector } from '@xstate/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type RechargeScreen, selectRechargeScreen } from '../../../machines/recharge/recharge.screens.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { PaymentView } from '../payment/payment.view.tsx';
import { usePlayer } from '../portal/portal.context.tsx';
import { BottomBar } from './bottom-bar.view.tsx';
import { EpointPanel } from './epoint-panel.view.tsx';
import { OrderSummary } from './order-summary.view.tsx';
import css from './recharge.module.css';
import type { RechargeActor, WizardScreen } from './recharge-actor.ts';
import { RechargeSkeleton } from './recharge-skeleton.view.tsx';
import { Steps } from './steps.view.tsx';
import { TargetChoice } from './target-choice.view.tsx';

/** Where the reader is taken by hand: arriving, and the choice of the target, which keeps its focus. */
const UNLED: readonly RechargeScreen['name'][] = ['dormant', 'epoint'];

/** Takes the reader to the heading of the step that has just opened. */
const useStepFocus = (name: RechargeScreen['name']) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    const before = shown.current;
    shown.current = name;
    if (before !== name && !UNLED.includes(before) && !UNLED.includes(name)) heading.current?.focus();
  }, [name]);
  return heading;
};

type Heading = RefObject<HTMLHeadingElement | null>;

const Wizard = ({
  actor,
  screen,
  heading,
}: {
  readonly actor: RechargeActor;
  readonly screen: WizardScreen;
  readonly heading: Heading;
}): ReactNode => {
  const { t } = useTranslation('recharge');
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

const Content = ({
  actor,
  screen,
  heading,
}: {
  readonly actor: RechargeActor;
  readonly screen: RechargeScreen;
  readonly heading: Heading;
}): ReactNode => {
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
      return <Wizard actor={actor} screen={screen} heading={heading} />;
  }
};

const Recharge = ({ actor }: { readonly actor: RechargeActor }): ReactNode => {
  const { t } = useTranslation('recharge');
  const screen = useSelector(actor, selectRechargeScreen);
  const heading = useStepFocus(screen.name);
  return (
    <div className={css['page']} data-state={screen.name}>
      <header className={css['head']}>
        <h1>{t('title')}</h1>
        <TargetChoice actor={actor} />
      </header>
      <Content actor={actor} screen={screen} heading={heading} />
    </div>
  );
};

/** `/main/recharge`. */
export const RechargeView = (): ReactNode => {
  const actor = useSelector(usePlayer(), (snapshot) => snapshot?.children.recharge);
  return actor ? <Recharge actor={actor} /> : <RechargeSkeleton />;
};
