import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/button.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { PlainPage } from '../app/plain-page.view.tsx';

/** Any unknown URL (ROUTE-05). */
export const NotFoundView = () => {
  const { t } = useTranslation('portal');
  return (
    <PlainPage state="not-found" icon="search" code="404" title={t('notFound.title')} text={t('notFound.text')}>
      <PageLink className={buttonClass({ size: 'lg' })} to="/main/home">
        {t('notFound.home')}
      </PageLink>
    </PlainPage>
  );
};
