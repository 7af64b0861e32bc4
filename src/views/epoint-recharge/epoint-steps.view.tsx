import { useSelector } from '@xstate/react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EpointRechargeSummary,
  selectEpointRechargeReachable,
} from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { ChannelCards } from '../wizard/channel-cards.view.tsx';
import { Creating, Uncertain } from '../wizard/creating.view.tsx';
import { LoadEmpty } from '../wizard/load-problem.view.tsx';
import { StepList } from '../wizard/step-list.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import { useStepTexts } from '../wizard/step-texts.ts';
import css from '../wizard/steps.module.css';
import { EpointRechargeConfirm } from './epoint-confirm.view.tsx';
import {
  EPOINT_RECHARGE_STEPS,
  type EpointRechargeActor,
  type EpointRechargeNamed,
  type EpointRechargeWizardScreen,
  type EpointRechargeWizardStep,
} from './epoint-recharge-actor.ts';
import { PackageStep } from './package-step.view.tsx';

const STEP_OF = {
  item: 'item',
  channel: 'channel',
  confirm: 'confirm',
  creating: 'confirm',
  uncertain: 'confirm',
} as const satisfies Record<EpointRechargeWizardScreen['name'], EpointRechargeWizardStep>;

const Channels = ({
  actor,
  screen: { channels, notice, summary },
}: {
  readonly actor: EpointRechargeActor;
  readonly screen: EpointRechargeNamed<'channel'>;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <div className={css['body']}>
      {notice && <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />}
      {channels.length === 0 ? (
        <LoadEmpty
          art="empty-items"
          title={t('channel.empty')}
          hint={t('channel.emptyHint')}
          onRetry={() => actor.send({ type: 'load.retry' })}
        />
      ) : (
        <ChannelCards
          channels={channels}
          chosen={summary.channel}
          onPick={(channelCode) => actor.send({ type: 'channel.pick', channelCode })}
        />
      )}
    </div>
  );
};

const StepBody = ({
  actor,
  screen,
}: {
  readonly actor: EpointRechargeActor;
  readonly screen: EpointRechargeWizardScreen;
}): ReactNode => {
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
      return <Uncertain lookingUp={screen.lookingUp} onRetry={() => actor.send({ type: 'order.retry' })} />;
  }
};

const lineOf = (
  step: EpointRechargeWizardStep,
  { item, channel }: EpointRechargeSummary,
  locale: string,
  channelTitle: ReturnType<typeof useChannelTitle>,
): string | null => {
  if (step === 'channel') return channel && channelTitle(channel);
  if (step === 'confirm' || !item?.credit) return null;
  return `${formatEPoints(creditSum(item.credit), locale)} · ${formatUsd(item.price.minor, locale)}`;
};

export const EpointRechargeSteps = ({
  actor,
  screen,
  heading,
}: {
  readonly actor: EpointRechargeActor;
  readonly screen: EpointRechargeWizardScreen;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const texts = useStepTexts(screen.name);
  const item = { title: t('epoint.package'), question: t('epoint.question'), ahead: t('epoint.ahead') };
  const channelTitle = useChannelTitle();
  const reachable = useSelector(actor, (snapshot) => selectEpointRechargeReachable(snapshot).join(' ')).split(' ');
  return (
    <StepList
      steps={EPOINT_RECHARGE_STEPS}
      open={STEP_OF[screen.name]}
      texts={{ ...texts, item }}
      chosen={(step) => lineOf(step, screen.summary, i18n.language, channelTitle)}
      reachable={reachable}
      onReturn={(step) => actor.send({ type: 'step.goto', step })}
      heading={heading}
    >
      <StepBody actor={actor} screen={screen} />
    </StepList>
  );
};
