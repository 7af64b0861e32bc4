import { useTranslation } from 'react-i18next';
import { RECHARGE_EPOINT } from '../../../machines/signed-in/signed-in.pages.ts';
import { Picture } from '../../art/picture.tsx';
import { formatNumber } from '../../i18n/formats.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { TotalPoints } from '../app/total-points.view.tsx';
import account from './account.module.css';
import { useBalance } from './balance-screen.ts';
import css from './points-panel.module.css';

const FIGURES = ['basic', 'present'] as const;

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
          {FIGURES.map((key) => (
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

/** The balance, split into basic and bonus points. */
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
