import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../ui/skeleton.tsx';
import { Sign } from './brand.view.tsx';

/** The same shapes, under the same class names, as the shell in index.html: nothing moves when the code takes over. */
export const StaticShell = (): ReactNode => {
  const { t } = useTranslation('portal');
  return (
    <Loading label={t('frame.loading')}>
      <div className="shell" data-state="starting">
        <div className="shell-bar">
          <Sign />
        </div>
        <div className="shell-page">
          <div />
          <div />
          <div />
          <div />
        </div>
      </div>
    </Loading>
  );
};
