import { useSelector } from '@xstate/react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import { selectTopupReachable, type TopupSummary } from '../../../machines/topup/topup.screens.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { ChannelCards } from '../recharge/channel-cards.view.tsx';
import { Creating, Uncertain } from '../recharge/creating.view.tsx';
import { LoadEmpty } from '../recharge/load-problem.view.tsx';
import { StepList } from '../recharge/step-list.view.tsx';
import { StepNotice } from '../recharge/step-notice.view.tsx';
import { useStepTexts } from '../recharge/step-texts.ts';
import css from '../recharge/steps.module.css';
import { PackageStep } from './package-step.view.tsx';
import {
  TOPUP_STEPS,
  type TopupActor,
  type TopupNamed,
  type TopupWizardScreen,
  type TopupWizardStep,
} from './topup-actor.ts';
import { TopupConfirm } from './topup-confirm.view.tsx';

const STEP_OF = {
  item: 'item',
  channel: 'channel',
  confirm: 'confirm',
  creating: 'confirm',
  uncertain: 'confirm',
} as const satisfies Record<TopupWizardScreen['name'], TopupWizardStep>;

const Channels = ({
  actor,
  screen: { channels, notice, summary },
}: {
  readonly actor: TopupActor;
  readonly screen: TopupNamed<'channel'>;
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

const StepBody = ({ actor, screen }: { readonly actor: TopupActor; readonly screen: TopupWizardScreen }): ReactNode => {
  switch (screen.name) {
    case 'item':
      return <PackageStep actor={actor} screen={screen} />;
    case 'channel':
      return <Channels actor={actor} screen={screen} />;
    case 'confirm':
      return <TopupConfirm actor={actor} screen={screen} />;
    case 'creating':
      return <Creating />;
    case 'uncertain':
      return <Uncertain asking={screen.asking} onRetry={() => actor.send({ type: 'order.retry' })} />;
  }
};

const lineOf = (
  step: TopupWizardStep,
  { item, channel }: TopupSummary,
  locale: string,
  channelTitle: ReturnType<typeof useChannelTitle>,
): string | null => {
  if (step === 'channel') return channel && channelTitle(channel);
  if (step === 'confirm' || !item?.credit) return null;
  return `${formatEPoints(creditSum(item.credit), locale)} · ${formatUsd(item.price.minor, locale)}`;
};

export const TopupSteps = ({
  actor,
  screen,
  heading,
}: {
  readonly actor: TopupActor;
  readonly screen: TopupWizardScreen;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const texts = useStepTexts(screen.name);
  const item = { title: t('epoint.package'), question: t('epoint.question'), ahead: t('epoint.ahead') };
  const channelTitle = useChannelTitle();
  const reachable = useSelector(actor, (snapshot) => selectTopupReachable(snapshot).join(' ')).split(' ');
  return (
    <StepList
      steps={TOPUP_STEPS}
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
