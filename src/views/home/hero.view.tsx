import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import scene from '../app/aurora-scene.svg';
import { PageLink } from '../app/page-link.view.tsx';
import { siteLink } from '../app/site-link.ts';
import css from './hero.module.css';

const Steps = (): ReactNode => {
  const { t } = useTranslation('portal');
  const steps = [t('home.steps.role'), t('home.steps.item'), t('home.steps.pay'), t('home.steps.play')];
  return (
    <List ordered className={css['steps']} aria-label={t('home.steps.title')}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </List>
  );
};

/** `redeemUrl`: undefined while the configuration loads; a skeleton then reserves the space of the button. */
export const Hero = ({ redeemUrl }: { readonly redeemUrl: string | null | undefined }): ReactNode => {
  const { t, i18n } = useTranslation('portal');
  const redeem = siteLink(redeemUrl ?? null, i18n.language);
  return (
    <section className={css['hero']} data-theme="dark">
      <img className={css['scene']} src={scene} alt="" width={1200} height={800} />
      <div className={css['text']}>
        <h1>{t('home.lead')}</h1>
        <p>{t('home.text')}</p>
        <div className={css['actions']}>
          <PageLink className={buttonClass({ size: 'lg' })} to={RECHARGE}>
            <Icon name="bolt" />
            <span>{t('home.topUp')}</span>
          </PageLink>
          {redeemUrl === undefined && <Skeleton width="11rem" height={54} />}
          {redeem && (
            <ButtonLink variant="secondary" size="lg" icon="gift" href="#redeem">
              {t('home.redeem')}
            </ButtonLink>
          )}
        </div>
      </div>
      <Steps />
    </section>
  );
};
