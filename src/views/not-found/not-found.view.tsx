import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.tsx';
import { PlainPage } from '../portal/plain-page.view.tsx';

/** Every address that leads nowhere (ROUTE-05). */
export const NotFoundView = (): ReactNode => {
  const { t } = useTranslation('portal');
  return (
    <PlainPage state="not-found" sign="search" code="404" title={t('notFound.title')} text={t('notFound.text')}>
      <Link className={buttonClass({ size: 'lg' })} to="/main/home">
        {t('notFound.home')}
      </Link>
    </PlainPage>
  );
};
