import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { missingPoints } from '../../../machines/order/order.purchase.ts';
import type { Recipient } from '../../../machines/order/order.types.ts';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints } from '../../i18n/formats.ts';
import type { HeadingRef } from '../app/focus-heading.ts';
import { useGameName } from '../app/game-name.ts';
import { ContentsList } from '../order/contents-list.view.tsx';
import { deliveredTitle } from '../order/order-text.ts';
import { maskId, PlayerName, RecipientLine } from '../order/player-name.view.tsx';
import { ChannelList, useChannelLine } from '../wizard/channel-list.view.tsx';
import { Creating, Uncertain } from '../wizard/creating.view.tsx';
import { StepList, useStepTexts } from '../wizard/step-list.view.tsx';
import css from '../wizard/steps.module.css';
import { ConfirmStep } from './confirm-step.view.tsx';
import { ItemStep } from './item-step.view.tsx';
import type { ScreenProps, StepName } from './recharge-actor.ts';
import { RoleStep, ServerStep } from './recipient-step.view.tsx';

/** The steps as the page numbers them: server and role are one. */
const RECHARGE_STEPS = ['recipient', 'item', 'channel', 'confirm'] as const;
type RechargeStep = (typeof RECHARGE_STEPS)[number];

/** The step of the machine that a numbered step returns to. */
const returnStep = (step: RechargeStep) => (step === 'recipient' ? 'server' : step);

const ChannelStep = ({ actor, screen: { channels, notice, summary } }: ScreenProps<'channel'>) => {
  const { t, i18n } = useTranslation('recharge');
  const pointDetail = (price: number): string => {
    const points = formatEPoints(price, i18n.language);
    if (summary.coinBalance === null) return points;
    const missing = missingPoints(price, summary.coinBalance);
    if (missing > 0) return t('channel.pointShort', { points, missing: formatEPoints(missing, i18n.language) });
    return t('channel.pointPrice', { points, balance: formatEPoints(summary.coinBalance, i18n.language) });
  };
  return (
    <ChannelList
      actor={actor}
      notice={notice}
      list={channels}
      chosen={summary.channel}
      pointDetail={summary.item && pointDetail(summary.item.epointPrice)}
    />
  );
};

const StepBody = ({ actor, screen }: ScreenProps<StepName>) => {
  switch (screen.name) {
    case 'server':
      return <ServerStep actor={actor} screen={screen} />;
    case 'role':
      return <RoleStep actor={actor} screen={screen} />;
    case 'item':
      return <ItemStep actor={actor} screen={screen} />;
    case 'channel':
      return <ChannelStep actor={actor} screen={screen} />;
    case 'confirm':
      return <ConfirmStep actor={actor} screen={screen} />;
    case 'creating':
      return <Creating />;
    case 'uncertain':
      return <Uncertain actor={actor} screen={screen} />;
  }
};

const ConfirmedRecipient = ({ recipient }: { readonly recipient: Recipient }) => {
  const { t } = useTranslation('recharge');
  const game = useGameName();
  return (
    <span className={css['recipient']}>
      <span>
        <RecipientLine recipient={recipient} />
      </span>
      <small>
        {game !== null && (
          <>
            <PlayerName name={game} />
            <span> · </span>
          </>
        )}
        <span>{t('recipient.roleId', { id: maskId(recipient.roleId) })}</span>
      </small>
    </span>
  );
};

const NO_RECIPIENT: Recipient = { serverId: '', serverName: '', roleId: '', roleName: '' };

/**
 * The choice of each step in one line, or null while there is none. While the player confirms (RCHG-19), the lines are the summary of the
 * order. A line is the same object until its choice changes.
 */
const useStepLines = ({ recipient, item, channel }: RechargeSummary, isConfirming: boolean) => {
  const { i18n } = useTranslation('recharge');
  const { language } = i18n;
  const { serverId, serverName, roleId, roleName } = recipient ?? NO_RECIPIENT;
  const chosen = useMemo(() => {
    if (roleId === '') return null;
    const known = { serverId, serverName, roleId, roleName };
    return isConfirming ? <ConfirmedRecipient recipient={known} /> : <RecipientLine recipient={known} />;
  }, [serverId, serverName, roleId, roleName, isConfirming]);
  const contents = useMemo(() => {
    if (item === null) return null;
    if (!isConfirming) return deliveredTitle(item, language);
    return (
      <div className={css['contents']}>
        <Picture name={item.art} fallback="item" width={48} />
        <ContentsList item={item} />
      </div>
    );
  }, [item, language, isConfirming]);
  const payment = useChannelLine(channel, isConfirming);
  return { recipient: chosen, item: contents, channel: payment, confirm: null };
};

export const Steps = ({ actor, screen, heading }: ScreenProps<StepName> & { readonly heading: HeadingRef }) => {
  const isOrdering = screen.name === 'creating' || screen.name === 'uncertain';
  const step = isOrdering ? 'confirm' : screen.name;
  const open = step === 'server' || step === 'role' ? 'recipient' : step;
  const lines = useStepLines(screen.summary, open === 'confirm');
  const texts = useStepTexts(screen.name);
  const finished = isOrdering ? [] : RECHARGE_STEPS.slice(0, RECHARGE_STEPS.indexOf(open));
  const reachable = useSelector(actor, (snapshot) =>
    finished.filter((step) => snapshot.can({ type: 'step.goto', step: returnStep(step) })).join(' '),
  ).split(' ');
  const returnTo = useCallback(
    (step: RechargeStep) => actor.send({ type: 'step.goto', step: returnStep(step) }),
    [actor],
  );
  return (
    <StepList
      steps={RECHARGE_STEPS}
      open={open}
      texts={texts}
      lines={lines}
      reachable={reachable}
      onReturn={returnTo}
      heading={heading}
      isOrdering={isOrdering}
    >
      <StepBody actor={actor} screen={screen} />
    </StepList>
  );
};
