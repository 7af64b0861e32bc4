import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { PlainPage } from '../app/plain-page.view.tsx';

/** `/main/logout`; `byServer`: the server signed the account out (ROUTE-11). */
export const LogoutView = ({ byServer, done }: { readonly byServer: boolean; readonly done: boolean }) => {
  const { t } = useTranslation('session');
  if (!done)
    return (
      <PlainPage state="leaving" icon="logout" title={t('logout.busy')}>
        <Loading label={t('logout.busy')}>
          <Skeleton width={220} height={54} />
        </Loading>
      </PlainPage>
    );
  return (
    <PlainPage
      state={byServer ? 'signed-out' : 'logged-out'}
      icon={byServer ? 'alert' : 'check'}
      title={byServer ? t('logout.byServerTitle') : t('logout.title')}
      text={byServer ? t('logout.byServerText') : t('logout.text')}
    >
      <PageLink className={buttonClass({ size: 'lg' })} to="/login">
        {t('logout.login')}
      </PageLink>
    </PlainPage>
  );
};
