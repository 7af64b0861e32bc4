import { useSelector } from '@xstate/react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import { selectTopupReachable, type TopupSummary } from '../../../machines/topup/topup.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { channelArt } from '../order/channel-art.ts';
import { useChannelTitle } from '../order/channel-title.ts';
import { Creating, Uncertain } from '../recharge/creating.view.tsx';
import { LoadEmpty } from '../recharge/load-problem.view.tsx';
import { FoldedStep, OpenStep } from '../recharge/step.view.tsx';
import { StepNotice } from '../recharge/step-notice.view.tsx';
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
  const channelTitle = useChannelTitle();
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
        <ChoiceCards
          legend={t('channel.title')}
          legendHidden
          name="channel"
          value={summary.channel?.fieldKey ?? null}
          columns={2}
          onPick={(channelCode) => actor.send({ type: 'channel.pick', channelCode })}
          options={channels.map(({ fieldKey, title, isOpen }) => ({
            value: fieldKey,
            title: channelTitle({ fieldKey, title }),
            art: <Picture name={channelArt(fieldKey)} fallback="channel-wallet" width={40} />,
            ...(!isOpen && { disabled: true, reason: t('channel.closedReason') }),
          }))}
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

const useTexts = (screen: TopupWizardScreen['name']) => {
  const { t } = useTranslation('recharge');
  const asked =
    screen === 'creating' ? t('creating.title') : screen === 'uncertain' ? t('uncertain.title') : t('confirm.question');
  return {
    item: { title: t('epoint.package'), question: t('epoint.question'), ahead: t('epoint.ahead') },
    channel: { title: t('channel.title'), question: t('channel.question'), ahead: t('channel.ahead') },
    confirm: { title: t('confirm.title'), question: asked, ahead: t('confirm.ahead') },
  };
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

/** Three numbered steps: one open, finished ones folded to their choice, later ones saying what they will ask. */
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
  const texts = useTexts(screen.name);
  const channelTitle = useChannelTitle();
  const reachable = useSelector(actor, (snapshot) => selectTopupReachable(snapshot).join(' ')).split(' ');
  const open = STEP_OF[screen.name];
  return (
    <ol className={css['list']} aria-label={t('step.list')}>
      {TOPUP_STEPS.map((step, at) => {
        const number = at + 1;
        const position = t('step.position', { number, total: TOPUP_STEPS.length });
        const { title, question, ahead } = texts[step];
        if (step === open) {
          return (
            <OpenStep key={step} number={number} position={position} question={question} heading={heading}>
              <StepBody actor={actor} screen={screen} />
            </OpenStep>
          );
        }
        const done = at < TOPUP_STEPS.indexOf(open);
        return (
          <FoldedStep
            key={step}
            number={number}
            position={position}
            title={title}
            done={done}
            line={lineOf(step, screen.summary, i18n.language, channelTitle) ?? ahead}
            changeLabel={t('step.changeStep', { title })}
            onChange={done && reachable.includes(step) ? () => actor.send({ type: 'step.goto', step }) : null}
          />
        );
      })}
    </ol>
  );
};
