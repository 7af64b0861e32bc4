import { useSelector } from '@xstate/react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EpointRechargeSummary,
  selectEpointRechargeReachable,
} from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints } from '../../i18n/formats.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { ChannelCards } from '../wizard/channel-cards.view.tsx';
import { ChannelLine } from '../wizard/channel-line.view.tsx';
import confirmCss from '../wizard/confirm-step.module.css';
import { Creating, Uncertain } from '../wizard/creating.view.tsx';
import { LoadEmpty } from '../wizard/load-problem.view.tsx';
import { StepList } from '../wizard/step-list.view.tsx';
import { StepNotice } from '../wizard/step-notice.view.tsx';
import { useStepTexts } from '../wizard/step-texts.ts';
import css from '../wizard/steps.module.css';
import { CreditList } from './credit-list.view.tsx';
import { EpointRechargeConfirm } from './epoint-confirm.view.tsx';
import {
  EPOINT_RECHARGE_STEPS,
  type EpointRechargeActor,
  type EpointRechargeNamed,
  type EpointRechargeWizardScreen,
  type EpointRechargeWizardStep,
} from './epoint-recharge-actor.ts';
import { packageArt } from './package-art.ts';
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
      {channels.length > 0 && (
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

/** The choice of a step in one line; at the confirmation with everything that the player confirms (RCHG-19). */
const useStepLine = (isConfirming: boolean) => {
  const { i18n } = useTranslation();
  const channelTitle = useChannelTitle();
  return (step: EpointRechargeWizardStep, { item, channel }: EpointRechargeSummary): ReactNode | null => {
    switch (step) {
      case 'item':
        if (!item?.credit) return null;
        if (!isConfirming) return formatEPoints(creditSum(item.credit), i18n.language);
        return (
          <div className={confirmCss['contents']}>
            <Picture name={packageArt(item)} fallback="epoint" width={48} />
            <CreditList item={item} />
          </div>
        );
      case 'channel':
        if (!channel) return null;
        return isConfirming ? <ChannelLine channel={channel} /> : channelTitle(channel);
      case 'confirm':
        return null;
    }
  };
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
  const { t } = useTranslation('recharge');
  const texts = useStepTexts(screen.name);
  const item = { title: t('epoint.package'), question: t('epoint.question'), ahead: t('epoint.ahead') };
  const stepLine = useStepLine(STEP_OF[screen.name] === 'confirm');
  const reachable = useSelector(actor, (snapshot) => selectEpointRechargeReachable(snapshot).join(' ')).split(' ');
  return (
    <StepList
      steps={EPOINT_RECHARGE_STEPS}
      open={STEP_OF[screen.name]}
      texts={{ ...texts, item }}
      chosen={(step) => stepLine(step, screen.summary)}
      reachable={reachable}
      onReturn={(step) => actor.send({ type: 'step.goto', step })}
      heading={heading}
    >
      <StepBody actor={actor} screen={screen} />
    </StepList>
  );
};
