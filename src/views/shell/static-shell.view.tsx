import { useTranslation } from 'react-i18next';
import { Loading } from '../../ui/skeleton.tsx';
import { Logo } from './brand.view.tsx';

/** Same shapes and class names as the shell in index.html, so that nothing moves when React takes over. */
export const StaticShell = () => {
  const { t } = useTranslation('portal');
  return (
    <Loading label={t('frame.loading')}>
      <div className="shell" data-state="starting">
        <div className="shell-bar">
          <Logo />
        </div>
        <div className="shell-scene" />
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
