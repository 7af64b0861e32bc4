import { memo, type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { missingForChoices } from '../../../machines/recharge/recharge.choices.ts';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { Icon } from '../../ui/icon.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { deliveredTitle } from '../order/order-contents.ts';
import { PlayerName } from '../order/player-name.view.tsx';
import css from '../wizard/bottom-bar.module.css';
import { PayButton } from '../wizard/pay-button.view.tsx';
import { isSameScreen } from '../wizard/same-screen.ts';
import { ContinueButton } from './continue-button.view.tsx';
import { TopUpPoints } from './insufficient-points.view.tsx';
import { SummaryFacts } from './order-summary.view.tsx';
import type { RechargeActor, WizardScreen } from './recharge-actor.ts';
import { Price } from './total.view.tsx';

const Action = ({ actor, screen }: { readonly actor: RechargeActor; readonly screen: WizardScreen }): ReactNode => {
  const { item, channel } = screen.summary;
  if (screen.name === 'server' && screen.servers.state === 'ready') return <ContinueButton actor={actor} />;
  if (screen.name === 'role' && screen.roles.state === 'ready') return <ContinueButton actor={actor} />;
  if (screen.name !== 'confirm' || !item || !channel) return null;
  if (missingForChoices(screen.summary) > 0) return <TopUpPoints />;
  return <PayButton track="pay" actor={actor} item={item} channel={channel} busy={screen.busy} />;
};

const Bar = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <aside className={css['bar']} aria-label={t('summary.title')}>
      {children}
    </aside>
  );
};

const Line = ({ summary: { recipient, item, channel } }: { readonly summary: RechargeSummary }): ReactNode => {
  const { i18n } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  if (!recipient) return null;
  return (
    <p className={css['line']}>
      <PlayerName name={recipient.roleName} />
      <span> · </span>
      <PlayerName name={recipient.serverName} />
      {item && <span>{` · ${deliveredTitle(item, i18n.language)}`}</span>}
      {channel && <span>{` · ${channelTitle(channel)}`}</span>}
    </p>
  );
};

const SameLine = memo(Line, isSameScreen);

const Details = ({ summary }: { readonly summary: RechargeSummary }): ReactNode => {
  const { t } = useTranslation('recharge');
  const { item, channel } = summary;
  return (
    <details className={css['details']}>
      <summary>
        <span className="visually-hidden">{t('summary.details')}</span>
        {item ? <Price item={item} channel={channel} /> : <span>{t('summary.title')}</span>}
        <Icon name="chevron" size={16} />
      </summary>
      <div className={css['sheet']}>
        <SummaryFacts summary={summary} />
      </div>
    </details>
  );
};

const SameDetails = memo(Details, isSameScreen);

/** The choices and the main action. The choices are drawn after the step that the player looks at. */
const Choices = ({
  summary,
  children,
}: {
  readonly summary: RechargeSummary;
  readonly children: ReactNode;
}): ReactNode => {
  const later = useDeferredValue(summary);
  return (
    <>
      <SameLine summary={later} />
      <div className={css['row']}>
        <SameDetails summary={later} />
        {children}
      </div>
    </>
  );
};

/** The order summary on a phone: one line and the total, expandable, with the main action of the step. */
export const BottomBar = ({
  actor,
  screen,
}: {
  readonly actor: RechargeActor;
  readonly screen: WizardScreen;
}): ReactNode => {
  const action = <Action actor={actor} screen={screen} />;
  if (screen.name === 'creating' || screen.name === 'uncertain') return null;
  return (
    <Bar>
      {screen.name === 'confirm' ? (
        <div className={css['row']}>{action}</div>
      ) : (
        <Choices summary={screen.summary}>{action}</Choices>
      )}
    </Bar>
  );
};
