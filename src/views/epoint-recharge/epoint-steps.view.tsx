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
import { LiveRegion } from '../../ui/live-region.tsx';
import type { HeadingRef } from '../app/content-focus.ts';
import { LoadEmpty } from '../app/load-problem.view.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { ChannelCards } from '../wizard/channel-cards.view.tsx';
import { ChannelLine } from '../wizard/channel-line.view.tsx';
import confirmCss from '../wizard/confirm-step.module.css';
import { Creating, Uncertain } from '../wizard/creating.view.tsx';
import { StepList } from '../wizard/step-list.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import { useStepTexts } from '../wizard/step-texts.ts';
import css from '../wizard/steps.module.css';
import { CreditList } from './credit-list.view.tsx';
import { EpointRechargeConfirm } from './epoint-confirm.view.tsx';
import {
  EPOINT_RECHARGE_STEPS,
  type EpointRechargeWizardScreen,
  type EpointRechargeWizardStep,
  type ScreenProps,
  type StepProps,
} from './epoint-recharge-actor.ts';
import { packageArt } from './package-art.ts';
import { PackageStep } from './package-step.view.tsx';

const Channels = ({ actor, screen: { channels, notice, summary } }: StepProps<'channel'>) => {
  const { t } = useTranslation('recharge');
  const pick = useCallback((channelCode: string) => actor.send({ type: 'channel.pick', channelCode }), [actor]);
  return (
    <div className={css['body']}>
      <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />
      <LiveRegion>
        {channels.length === 0 && (
          <LoadEmpty
            art="empty-items"
            title={t('channel.empty')}
            hint={t('channel.emptyHint')}
            onRetry={() => actor.send({ type: 'load.retry' })}
          />
        )}
      </LiveRegion>
      {channels.length > 0 && <ChannelCards channels={channels} chosen={summary.channel} onPick={pick} />}
    </div>
  );
};

const StepBody = ({ actor, screen }: ScreenProps<EpointRechargeWizardScreen>) => {
  switch (screen.name) {
    case 'item':
      return <PackageStep actor={actor} screen={screen} />;
    case 'channel':
      return <Channels actor={actor} screen={screen} />;
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
): Readonly<Record<EpointRechargeWizardStep, ReactNode>> => {
  const { i18n } = useTranslation('recharge');
  const { language } = i18n;
  const channelTitle = useChannelTitle();
  const credit = useMemo(() => {
    if (!item?.credit) return null;
    if (!isConfirming) return formatEPoints(creditSum(item.credit), language);
    return (
      <div className={confirmCss['contents']}>
        <Picture name={packageArt(item)} fallback="epoint" width={48} />
        <CreditList item={item} />
      </div>
    );
  }, [item, language, isConfirming]);
  const payment = useMemo(() => {
    if (!channel) return null;
    return isConfirming ? <ChannelLine channel={channel} /> : channelTitle(channel);
  }, [channel, channelTitle, isConfirming]);
  return { item: credit, channel: payment, confirm: null };
};

type StepsProps = ScreenProps<EpointRechargeWizardScreen> & { readonly heading: HeadingRef };

export const EpointRechargeSteps = ({ actor, screen, heading }: StepsProps) => {
  const { t } = useTranslation('recharge');
  const open = screen.name === 'item' || screen.name === 'channel' ? screen.name : 'confirm';
  const texts = {
    ...useStepTexts(screen.name),
    item: { title: t('epoint.package'), question: t('epoint.question') },
  };
  const lines = useStepLines(screen.summary, open === 'confirm');
  const returnTo = useCallback((step: EpointRechargeWizardStep) => actor.send({ type: 'step.goto', step }), [actor]);
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
