import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../ui/button.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { PlainPage } from '../app/plain-page.view.tsx';

/** `/403` (ROUTE-03). */
export const ForbiddenView = () => {
  const { t } = useTranslation('portal');
  return (
    <PlainPage state="forbidden" icon="lock" code="403" title={t('forbidden.title')} text={t('forbidden.text')}>
      <PageLink className={buttonClass({ size: 'lg' })} to="/main/home">
        {t('forbidden.home')}
      </PageLink>
    </PlainPage>
  );
};
