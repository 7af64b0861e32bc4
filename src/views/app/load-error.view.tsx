import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { PlainPage } from './plain-page.view.tsx';
import { useBrowserActions, usePortal } from './portal.context.tsx';

/** Code failed to load (ROUTE-13). A refresh is offered first, as there may be a new version. `children`: further actions. */
export const LoadError = ({ children }: { readonly children?: ReactNode }) => {
  const { t } = useTranslation('portal');
  const { reloadPage } = useBrowserActions();
  return (
    <PlainPage state="load-error" icon="refresh" title={t('loadError.title')} text={t('loadError.text')} urgent>
      <Button size="lg" icon="refresh" onClick={reloadPage}>
        {t('loadError.refresh')}
      </Button>
      {children}
    </PlainPage>
  );
};

/** Code that the whole portal needs failed to load. A retry without a refresh preserves the state of this page. */
export const PortalLoadError = () => {
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
