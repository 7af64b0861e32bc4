import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { PlainPage } from './plain-page.view.tsx';
import { useBrowserActions, usePortal } from './portal.context.tsx';

/** Code did not arrive (ROUTE-13): perhaps there is a newer version, so a refresh comes first. `children`: further ways on. */
export const LoadError = ({ children }: { readonly children?: ReactNode }): ReactNode => {
  const { t } = useTranslation('portal');
  const { reloadPage } = useBrowserActions();
  return (
    <PlainPage state="load-error" sign="refresh" title={t('loadError.title')} text={t('loadError.text')} urgent>
      <Button size="lg" icon="refresh" onClick={reloadPage}>
        {t('loadError.refresh')}
      </Button>
      {children}
    </PlainPage>
  );
};

/** Code that the whole portal needs did not arrive. A retry without a refresh keeps what only this page remembers. */
export const PortalLoadError = (): ReactNode => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const canRetry = useSelector(portal, (snapshot) => snapshot.can({ type: 'load.retry' }));
  return (
    <LoadError>
      <Button size="lg" variant="secondary" disabled={!canRetry} onClick={() => portal.send({ type: 'load.retry' })}>
        {t('boot.retry')}
      </Button>
    </LoadError>
  );
};
