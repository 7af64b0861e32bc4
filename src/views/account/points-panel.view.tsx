import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { type BalanceScreen, selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { RECHARGE_EPOINT } from '../../../machines/signed-in/signed-in.pages.ts';
import { Picture } from '../../art/picture.tsx';
import { formatNumber } from '../../i18n/formats.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { TotalPoints } from '../app/total-points.view.tsx';
import account from './account.module.css';
import css from './points-panel.module.css';

/** `absent`: the login has no game account and therefore no balance. */
type KnownScreen = BalanceScreen | { readonly name: 'absent' };

/** E Points of the account, split into basic and bonus points. `points`: null while they load or after a failure. */
export const useBalance = () => {
  const player = usePlayer();
  const balance = useSelector(player, (snapshot) => snapshot?.children.balance);
  const isAbsent = useSelector(player, (snapshot) => snapshot?.matches({ coinBalance: 'unavailable' }) ?? false);
  const screen = useSelector(
    balance,
    (snapshot): KnownScreen => (snapshot ? selectBalanceScreen(snapshot) : { name: isAbsent ? 'absent' : 'loading' }),
    shallowEqual,
  );
  const settled = useSelector(balance, (snapshot) => snapshot?.matches('ready') ?? false);
  const points = settled && screen.name === 'ready' ? { basic: screen.basic, present: screen.present } : null;
  return { screen, points, refresh: () => balance?.send({ type: 'balance.refresh' }) };
};

const Figures = () => {
  const { t, i18n } = useTranslation(['account', 'portal']);
  const { screen, refresh } = useBalance();
  if (screen.name === 'loading') {
    return (
      <Loading label={t('portal:balance.loading')}>
        <Skeleton height={92} />
      </Loading>
    );
  }
  if (screen.name === 'absent') {
    return (
      <Callout tone="info" title={t('account:points.none')}>
        {t('account:points.noneText')}
      </Callout>
    );
  }
  return (
    <div className={css['figures']}>
      <p className={css['total']}>
        <small>{t('account:points.total')}</small>
        <strong>
          <TotalPoints total={screen.total} />
        </strong>
      </p>
      {screen.name === 'failed' ? (
        <Button variant="secondary" icon="refresh" onClick={refresh}>
          {t('portal:balance.retry')}
        </Button>
      ) : (
        <dl>
          {(['basic', 'present'] as const).map((key) => (
            <div key={key}>
              <dt>{t(`account:points.${key}`)}</dt>
              <dd>{formatNumber(screen[key], i18n.language)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};

export const PointsPanel = ({ withRecord = false }: { readonly withRecord?: boolean }) => {
  const { t } = useTranslation('account');
  return (
    <section className={`${account['panel']} ${withRecord ? '' : css['wide']}`}>
      <div className={css['head']}>
        <Picture name="epoint" fallback="epoint" width={40} />
        <h2>{t('points.title')}</h2>
      </div>
      <Figures />
      <div className={account['tools']}>
        <PageLink className={buttonClass({ variant: 'primary' })} to={RECHARGE_EPOINT}>
          {t('points.topUp')}
        </PageLink>
        {withRecord && (
          <PageLink className={buttonClass({ variant: 'secondary' })} to="/main/account/epoint">
            {t('points.record')}
          </PageLink>
        )}
      </div>
    </section>
  );
};
