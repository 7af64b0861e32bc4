import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ChunkFailure } from './chunk-deadline.ts';
import { PlainPage } from './plain-page.view.tsx';
import { useGestures } from './portal.context.tsx';

const LoadError = ({ missing }: { readonly missing: boolean }): ReactNode => {
  const { t } = useTranslation('portal');
  const { reloadPage } = useGestures();
  return (
    <PlainPage
      state={missing ? 'load-error' : 'crashed'}
      sign="refresh"
      title={missing ? t('loadError.title') : t('crash.title')}
      text={missing ? t('loadError.text') : t('crash.text')}
      urgent
    >
      <Button size="lg" icon="refresh" onClick={reloadPage}>
        {t('loadError.refresh')}
      </Button>
    </PlainPage>
  );
};

type Props = { readonly children: ReactNode };

/** Instead of a blank page: says whether the page did not arrive or broke, with a refresh. */
export class PageBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <LoadError missing={error instanceof ChunkFailure} />;
  }
}
