import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { type RechargeScreen, selectRechargeScreen } from '../../../machines/recharge/recharge.screens.ts';
import { targetPath } from '../../../machines/signed-in/signed-in.pages.ts';
import type { RechargeTarget } from '../../../machines/wizard/wizard.types.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { type HeadingRef, useContentFocus } from '../app/focus-heading.ts';
import { useGameName } from '../app/game-name.ts';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { PlayerName } from '../order/player-name.view.tsx';
import { LapsedOrder } from '../payment/lapsed-order.view.tsx';
import { PaymentView } from '../payment/payment.view.tsx';
import { ListSkeleton } from '../wizard/list-step.view.tsx';
import { useStepFocus } from '../wizard/step-list.view.tsx';
import css from '../wizard/wizard.module.css';
import { OrderSummary } from './order-summary.view.tsx';
import { isSameScreen, type ScreenProps } from './recharge-actor.ts';
import { Steps } from './steps.view.tsx';

const NO_FOCUS = ['inactive', 'loading'] as const;

/** The state of the list of the open step. */
const listState = (screen: RechargeScreen): 'loading' | 'failed' | 'empty' | 'ready' => {
  switch (screen.name) {
    case 'server':
      return screen.servers.state;
    case 'role':
      return screen.roles.state;
    case 'item':
      return screen.items.state;
    case 'channel':
      return screen.channels.state;
    case 'inactive':
    case 'confirm':
    case 'creating':
    case 'uncertain':
    case 'payment':
      return 'ready';
  }
};

const WizardSkeleton = () => {
  const { t } = useTranslation('recharge');
  return (
    <div className={css['page']} data-state="inactive">
      <header className={css['head']}>
        <h1>{t('title')}</h1>
      </header>
      <div className={css['columns']}>
        <ListSkeleton label={t('recipient.loading')} rows={4} columns={2} height={64} />
      </div>
    </div>
  );
};

const Content = ({ actor, screen, heading }: ScreenProps & { readonly heading: HeadingRef }) => {
  if (screen.name === 'inactive') return <WizardSkeleton />;
  if (screen.name === 'payment') {
    return (
      <div className={css['payment']}>
        <PaymentView orderId={screen.ticket.orderId} />
      </div>
    );
  }
  const isConfirming = screen.name === 'confirm' || screen.name === 'creating' || screen.name === 'uncertain';
  return (
    <div className={css['columns']} data-single={isConfirming || undefined}>
      <Steps actor={actor} screen={screen} heading={heading} />
      {!isConfirming && <OrderSummary summary={screen.summary} />}
    </div>
  );
};

const GameRecharge = ({ actor }: Pick<ScreenProps, 'actor'>) => {
  const screen = useSelector(actor, selectRechargeScreen, isSameScreen);
  const state = listState(screen);
  // While the servers load, no step is open yet.
  const open = screen.name === 'server' && state === 'loading' ? 'loading' : screen.name;
  const isStale = state === 'ready' && 'rolesFailure' in screen && screen.rolesFailure !== null;
  const heading = useStepFocus(open, NO_FOCUS, state === 'loading' || isStale ? null : `${screen.name} ${state}`);
  return (
    <div className={css['half']} data-state={screen.name}>
      <Content actor={actor} screen={screen} heading={heading} />
    </div>
  );
};

const Heading = ({ target }: { readonly target: RechargeTarget }) => {
  const { t } = useTranslation('recharge');
  const game = useGameName();
  const heading = useContentFocus(target);
  return (
    <div className={css['heading']}>
      <h1 ref={heading}>{t('title')}</h1>
      {target === 'game' && game !== null && (
        <p>
          <span className="visually-hidden">{`${t('target.game')}: `}</span>
          <PlayerName name={game} />
        </p>
      )}
    </div>
  );
};

/** `/main/recharge`: a heading, and below it the half that the URL selects: a game or E Points (ROUTE-07). */
export const RechargeView = ({ EpointHalf }: { readonly EpointHalf: ComponentType }) => {
  const { t } = useTranslation('recharge');
  const portal = usePortal();
  const player = usePlayer();
  const actor = useSelector(player, (snapshot) => snapshot?.children.recharge);
  const target = useSelector(player, (snapshot) => {
    const page = snapshot?.context.page;
    return page?.name === 'recharge' ? page.target : 'game';
  });
  if (!actor) return <WizardSkeleton />;
  return (
    <div className={css['page']} data-target={target}>
      <header className={css['head']}>
        <Heading target={target} />
        <Segmented
          legend={t('target.legend')}
          value={target}
          onPick={(picked) => portal.send({ type: 'page.open', to: targetPath(picked) })}
          options={[
            { value: 'game', label: t('target.game'), icon: 'gem' },
            { value: 'epoint', label: t('target.epoint'), icon: 'wallet' },
          ]}
        />
      </header>
      <LapsedOrder />
      {target === 'epoint' ? <EpointHalf /> : <GameRecharge actor={actor} />}
    </div>
  );
};
