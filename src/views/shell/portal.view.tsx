import { shallowEqual, useSelector } from '@xstate/react';
import { type RefObject, Suspense, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type PortalScreen, selectPortalFrame, selectPortalScreen } from '../../../machines/portal/portal.screens.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { useHeadingFocus } from '../app/focus-heading.ts';
import { PageBoundary } from '../app/page-boundary.view.tsx';
import { PagePreload } from '../app/page-link.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { Footer } from './footer.view.tsx';
import css from './frame.module.css';
import { Header, Logo } from './header.view.tsx';
import { PageSwitch, preloadPage } from './pages.view.tsx';
import { pageName, Title } from './portal-title.view.tsx';
import { SessionNotices } from './session-notices.view.tsx';
import { AccountMenu, BulletinStrip, TabBar, WaitingOrders } from './signed-in-parts.ts';
import { Toasts } from './toasts.view.tsx';

const FULL_WIDTH: readonly PortalScreen['name'][] = ['login', 'home'];

type KnownScreen = Exclude<PortalScreen, { readonly name: 'starting' }>;

/** Key of a page: a different order or article is a different page. */
const pageKey = (screen: KnownScreen): string => {
  if (screen.name === 'payment_detail') return screen.orderId;
  return screen.name === 'event-detail' ? screen.articleId : pageName(screen);
};

const Page = ({ screen, main }: { readonly screen: KnownScreen; readonly main: RefObject<HTMLElement | null> }) => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const frame = useSelector(portal, selectPortalFrame, shallowEqual);
  const footer = useSelector(portal, ({ context }) => context.home?.footer);
  const hasTabs = frame.authorized && frame.isMobile;
  return (
    <div className={css['frame']} data-tabs={hasTabs || undefined} data-layout={frame.isMobile ? 'mobile' : 'desktop'}>
      <a className={`${css['skip']} visually-hidden`} href="#main">
        {t('frame.skip')}
      </a>
      <div className={css['top']}>
        <Header frame={frame} />
        {/* Always mounted, so that a screen reader announces its text when it appears. */}
        <div role="status">
          {!frame.online && (
            <p className={css['offline']}>
              <Icon name="alert" size={18} />
              <span>
                <strong>{t('offline.title')}</strong>
                <span>{` ${t('offline.text')}`}</span>
              </span>
            </p>
          )}
        </div>
      </div>
      <div>
        {frame.authorized && (
          <>
            <Suspense fallback={<div className={css['stripSpace']} />}>
              <BulletinStrip />
            </Suspense>
            <Suspense fallback={null}>
              <WaitingOrders />
            </Suspense>
          </>
        )}
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className={css['main']}
          data-screen={screen.name}
          data-bleed={FULL_WIDTH.includes(screen.name) || undefined}
        >
          <PageSwitch screen={screen} />
        </main>
      </div>
      <Footer links={footer ?? []} />
      <Suspense fallback={null}>
        {hasTabs && <TabBar section={frame.section} />}
        {frame.authorized && <AccountMenu />}
      </Suspense>
    </div>
  );
};

/** Same shapes and class names as the shell in index.html, so that nothing moves when React takes over. */
const StaticShell = () => {
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

export const PortalView = () => {
  const screen = useSelector(usePortal(), selectPortalScreen, shallowEqual);
  // A deferred render is split into short tasks. Only the first page is deferred, so that no page outlives its screen.
  const isDrawn = useDeferredValue(screen.name !== 'starting');
  const page = isDrawn && screen.name !== 'starting' ? screen : null;
  const main = useRef<HTMLElement>(null);
  useHeadingFocus(main, page && pageKey(page));
  return (
    <PagePreload value={preloadPage}>
      <Title screen={screen} />
      <PageBoundary>
        {page ? <Page screen={page} main={main} /> : <StaticShell />}
        <Toasts />
        <SessionNotices />
      </PageBoundary>
    </PagePreload>
  );
};
