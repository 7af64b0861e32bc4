import { Component, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkFailure } from '../../loader/chunk-deadline.ts';
import { Button } from '../../ui/button.tsx';
import { lazyWithFallback, Nothing } from './lazy-part.tsx';
import { PlainPage } from './plain-page.view.tsx';
import { useBrowserActions } from './portal.context.tsx';

const CrashDetails = lazyWithFallback(async () => (await import('./crash-details.view.tsx')).CrashDetails, Nothing);

const Crash = () => {
  const { t } = useTranslation('portal');
  const { reloadPage } = useBrowserActions();
  return (
    <PlainPage state="crashed" icon="refresh" title={t('crash.title')} text={t('crash.text')} urgent>
      <Button size="lg" icon="refresh" onClick={reloadPage}>
        {t('loadError.refresh')}
      </Button>
      <Suspense>
        <CrashDetails />
      </Suspense>
    </PlainPage>
  );
};

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

type Props = { readonly children: ReactNode };

/** Shows a load error or a crash instead of a blank page, with a refresh button. */
export class PageBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return error instanceof ChunkFailure ? <LoadError /> : <Crash />;
  }
}
