import { memo, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPoints } from '../../../machines/order/order.methods.ts';
import type { Recipient } from '../../../machines/order/order.types.ts';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { lazyWithFallback, Nothing } from '../app/lazy-part.tsx';
import { useChannelTitle } from '../order/channel-title.ts';
import { ContentsList } from '../order/contents-list.view.tsx';
import { maskId, PlayerName, playerText } from '../order/player-name.view.tsx';
import css from '../wizard/order-summary.module.css';
import { Total } from '../wizard/total.view.tsx';
import { isSameScreen } from './recharge-actor.ts';

const RecipientCard = ({ recipient }: { readonly recipient: Recipient }) => {
  const { t } = useTranslation('recharge');
  const { roleName, serverName, roleId } = recipient;
  return (
    <div className={css['card']}>
      <span className={css['initial']} aria-hidden="true">
        {[...playerText(roleName)][0]}
      </span>
      <span className={css['names']}>
        <strong>
          <PlayerName name={roleName} />
        </strong>
        <span className={css['where']}>
          <PlayerName name={serverName} />
          <span>{t('recipient.roleId', { id: maskId(roleId) })}</span>
        </span>
      </span>
    </div>
  );
};

const PhoneCode = lazyWithFallback(async () => (await import('./phone-code.view.tsx')).PhoneCode, Nothing);

const Aside = ({ summary }: { readonly summary: RechargeSummary }) => {
  const { t, i18n } = useTranslation('recharge');
  const channelTitle = useChannelTitle();
  const [isCodeOpen, setCodeOpen] = useState(false);
  const { recipient, item, channel, coinBalance } = summary;
  const open = <span className={css['open']}>{t('summary.open')}</span>;
  return (
    <>
      <aside className={css['summary']} aria-labelledby="order-summary">
        <h2 id="order-summary">{t('summary.title')}</h2>
        <div className={css['facts']}>
          <h3>{t('summary.recipient')}</h3>
          {recipient ? <RecipientCard recipient={recipient} /> : open}
          <h3>{t('summary.contents')}</h3>
          {item ? <ContentsList item={item} /> : open}
          <Facts
            rows={[
              { key: 'channel', label: t('summary.channel'), value: channel ? channelTitle(channel) : open },
              ...(coinBalance === null || (channel && !takesPoints(channel))
                ? []
                : [{ key: 'balance', label: t('epoint.balance'), value: formatEPoints(coinBalance, i18n.language) }]),
            ]}
          />
        </div>
        <Total item={item} channel={channel} />
        {(recipient || item) && (
          <Button variant="quiet" onClick={() => setCodeOpen(true)}>
            {t('summary.toPhone')}
          </Button>
        )}
      </aside>
      {/* A narrow window has no summary, and the dialog stays usable. */}
      <Suspense fallback={null}>
        {isCodeOpen && <PhoneCode summary={summary} onClose={() => setCodeOpen(false)} />}
      </Suspense>
    </>
  );
};

const SameAside = memo(Aside, isSameScreen);

/** The summary beside the steps, drawn after the step that the player looks at. */
export const OrderSummary = ({ summary }: { readonly summary: RechargeSummary }) => (
  <SameAside summary={useDeferredValue(summary)} />
);
