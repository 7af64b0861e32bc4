import { shallowEqual, useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EpointRechargeSummary,
  selectReachableEpointSteps,
} from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';
import { opensWindow } from '../../../machines/order/order.methods.ts';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import type { Item } from '../../../machines/order/order.types.ts';
import { coveredChoices } from '../../../machines/recharge/recharge.choices.ts';
import { Picture } from '../../art/picture.tsx';
import { formatEPoints, formatNumber } from '../../i18n/formats.ts';
import { List } from '../../ui/list.tsx';
import type { HeadingRef } from '../app/focus-heading.ts';
import { usePlayer } from '../app/portal.context.tsx';
import { useBalanceScreen } from '../app/total-points.view.tsx';
import contents from '../order/contents-list.module.css';
import { deliveredTitle } from '../order/order-text.ts';
import { ChannelList, useChannelLine } from '../wizard/channel-list.view.tsx';
import { ConfirmAction } from '../wizard/confirm-action.view.tsx';
import { Creating, Uncertain } from '../wizard/creating.view.tsx';
import { StepList, useStepTexts } from '../wizard/step-list.view.tsx';
import css from '../wizard/steps.module.css';
import { Total } from '../wizard/total.view.tsx';
import type { ScreenProps } from './epoint-recharge-actor.ts';
import { PackageStep, packageArt } from './package-step.view.tsx';

type WizardName = 'item' | 'channel' | 'confirm' | 'creating' | 'uncertain';

const EPOINT_RECHARGE_STEPS = ['item', 'channel', 'confirm'] as const;
type EpointRechargeStep = (typeof EPOINT_RECHARGE_STEPS)[number];

/** What the E Points pay for as soon as they are added: the same confirmation covers both. null: nothing. */
const useCoveredText = (sum: number): string | null => {
  const { t, i18n } = useTranslation('recharge');
  const wizard = useSelector(usePlayer(), (snapshot) => snapshot?.children.recharge);
  const covered = useSelector(
    wizard,
    (snapshot) =>
      snapshot?.matches({ wizard: { game: 'confirming' } }) ? coveredChoices(snapshot.context, sum) : null,
    shallowEqual,
  );
  if (!covered) return null;
  return t('epoint.coveredText', {
    points: formatEPoints(covered.item.epointPrice, i18n.language),
    item: deliveredTitle(covered.item, i18n.language),
    character: covered.recipient.roleName,
  });
};

const Confirm = ({ actor, screen }: ScreenProps<'confirm'>) => {
  const { t, i18n } = useTranslation('recharge');
  const { item, channel } = screen.summary;
  const sum = item?.credit ? creditSum(item.credit) : 0;
  const balance = useBalanceScreen();
  const after = balance?.name === 'ready' ? balance.total + sum : null;
  const covered = useCoveredText(sum);
  return (
    <div className={css['body']}>
      {after !== null && covered === null && (
        <p className="hint">{t('epoint.after', { points: formatEPoints(after, i18n.language) })}</p>
      )}
      <ConfirmAction
        track="epoint_pay"
        actor={actor}
        screen={screen}
        hint={channel && opensWindow(channel) ? t('confirm.newWindow') : null}
      >
        {item && channel && (
          <>
            {covered && <p className={css['covered']}>{covered}</p>}
            <Total item={item} channel={null} />
          </>
        )}
      </ConfirmAction>
    </div>
  );
};

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
      return <Confirm actor={actor} screen={screen} />;
    case 'creating':
      return <Creating />;
    case 'uncertain':
      return <Uncertain actor={actor} screen={screen} />;
  }
};

/** What a package credits: the sum, and below it line by line what it consists of if there is a bonus (RCHG-19). */
export const CreditList = ({ item }: { readonly item: Item }) => {
  const { t, i18n } = useTranslation('recharge');
  const locale = i18n.language;
  const { credit } = item;
  if (!credit) return null;
  const { basic, present, rebate, isFirst } = credit;
  const sum = creditSum(credit);
  const bonuses = [
    { label: t('epoint.packageBonus'), points: present },
    { label: isFirst ? t('epoint.firstPurchase') : t('epoint.extraBonus'), points: rebate ?? 0 },
  ];
  return (
    <List className={contents['list']}>
      <li className={contents['sum']}>{formatEPoints(sum, locale)}</li>
      {sum > basic && (
        <li>
          <span>{t('epoint.basic')}</span>
          <span className={contents['amount']}>{formatNumber(basic, locale)}</span>
        </li>
      )}
      {bonuses.map(
        ({ label, points }) =>
          points > 0 && (
            <li key={label} className={contents['bonus']}>
              <span>{label}</span>
              <span className={contents['amount']}>{`+ ${formatNumber(points, locale)}`}</span>
            </li>
          ),
      )}
    </List>
  );
};

/** The choice of each step in one line; at the confirmation with everything that the player confirms (RCHG-19). */
const useStepLines = ({ item, channel }: EpointRechargeSummary, isConfirming: boolean) => {
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

type StepsProps = ScreenProps<WizardName> & { readonly heading: HeadingRef };

export const EpointRechargeSteps = ({ actor, screen, heading }: StepsProps) => {
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
