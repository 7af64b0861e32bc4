import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EpointRechargeSummary,
  selectReachableEpointSteps,
} from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints } from '../../i18n/formats.ts';
import type { HeadingRef } from '../app/content-focus.ts';
import { ChannelList, useChannelLine } from '../wizard/channel-list.view.tsx';
import { Creating, Uncertain } from '../wizard/creating.view.tsx';
import { StepList, useStepTexts } from '../wizard/step-list.view.tsx';
import css from '../wizard/steps.module.css';
import { CreditList } from './credit-list.view.tsx';
import { EpointRechargeConfirm } from './epoint-confirm.view.tsx';
import type { ScreenProps } from './epoint-recharge-actor.ts';
import { PackageStep, packageArt } from './package-step.view.tsx';

type WizardName = 'item' | 'channel' | 'confirm' | 'creating' | 'uncertain';

const EPOINT_RECHARGE_STEPS = ['item', 'channel', 'confirm'] as const;
type EpointRechargeStep = (typeof EPOINT_RECHARGE_STEPS)[number];

const StepBody = ({ actor, screen }: ScreenProps<WizardName>) => {
  switch (screen.name) {
    case 'item':
      return <PackageStep actor={actor} screen={screen} />;
    case 'channel':
      return (
        <ChannelList
          actor={actor}
          notice={screen.notice}
          list={screen.channels.length > 0 ? { state: 'ready', rows: screen.channels, unread: [] } : { state: 'empty' }}
          chosen={screen.summary.channel}
        />
      );
    case 'confirm':
      return <EpointRechargeConfirm actor={actor} screen={screen} />;
    case 'creating':
      return <Creating />;
    case 'uncertain':
      return <Uncertain actor={actor} screen={screen} />;
  }
};

/** The choice of each step in one line; at the confirmation with everything that the player confirms (RCHG-19). */
const useStepLines = (
  { item, channel }: EpointRechargeSummary,
  isConfirming: boolean,
): Readonly<Record<EpointRechargeStep, ReactNode>> => {
  const { i18n } = useTranslation('recharge');
  const { language } = i18n;
  const credit = useMemo(() => {
    if (!item?.credit) return null;
    if (!isConfirming) return formatEPoints(creditSum(item.credit), language);
    return (
      <div className={css['contents']}>
        <Picture name={packageArt(item)} fallback="epoint" width={48} />
        <CreditList item={item} />
      </div>
    );
  }, [item, language, isConfirming]);
  const payment = useChannelLine(channel, isConfirming);
  return { item: credit, channel: payment, confirm: null };
};

export const EpointRechargeSteps = ({
  actor,
  screen,
  heading,
}: ScreenProps<WizardName> & { readonly heading: HeadingRef }) => {
  const { t } = useTranslation('recharge');
  const open = screen.name === 'item' || screen.name === 'channel' ? screen.name : 'confirm';
  const texts = {
    ...useStepTexts(screen.name),
    item: { title: t('epoint.package'), question: t('epoint.question') },
  };
  const lines = useStepLines(screen.summary, open === 'confirm');
  const returnTo = useCallback((step: EpointRechargeStep) => actor.send({ type: 'step.goto', step }), [actor]);
  const reachable = useSelector(actor, (snapshot) => selectReachableEpointSteps(snapshot).join(' ')).split(' ');
  return (
    <StepList
      steps={EPOINT_RECHARGE_STEPS}
      open={open}
      texts={texts}
      lines={lines}
      reachable={reachable}
      onReturn={returnTo}
      heading={heading}
      isOrdering={screen.name === 'creating' || screen.name === 'uncertain'}
    >
      <StepBody actor={actor} screen={screen} />
    </StepList>
  );
};
