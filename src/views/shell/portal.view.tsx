import { shallowEqual, useSelector } from '@xstate/react';
import { type RefObject, Suspense, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type PortalScreen, selectPortalFrame, selectPortalScreen } from '../../../machines/portal/portal.screens.ts';
import { selectHasLoggedIn } from '../../../machines/session/session.screens.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { PageBoundary } from '../app/page-boundary.view.tsx';
import { PagePreload } from '../app/page-preload.ts';
import { usePortal } from '../app/portal.context.tsx';
import { Footer } from './footer.view.tsx';
import css from './frame.module.css';
import { Header } from './header.view.tsx';
import { useHeadingFocus } from './heading-focus.ts';
import { OfflineStrip } from './offline-strip.view.tsx';
import { PageSwitch } from './page-switch.view.tsx';
import { preloadPage } from './pages.ts';
import { pageName, usePortalTitle } from './portal-title.ts';
import { SessionDialogs } from './session-dialogs.view.tsx';
import { AccountMenu, BulletinStrip, PaymentTitle, TabBar, WaitingOrders } from './signed-in-parts.ts';
import { StaticShell } from './static-shell.view.tsx';
import { Toasts } from './toasts.view.tsx';

/** Pages with full-width pictures. */
const FULL_WIDTH: readonly PortalScreen['name'][] = ['login', 'home'];

type KnownScreen = Exclude<PortalScreen, { readonly name: 'starting' }>;

/** Key of a page: a different order or article is a different page. */
const pageKey = (screen: KnownScreen): string => {
  if (screen.name === 'payment_detail') return screen.orderId;
  return screen.name === 'event-detail' ? screen.articleId : pageName(screen);
};

type PageProps = {
  readonly screen: KnownScreen;
  readonly main: RefObject<HTMLElement | null>;
};

const Page = ({ screen, main }: PageProps) => {
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
        <OfflineStrip online={frame.online} />
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

/** Tells a screen reader that the login succeeded; the focus moves to the heading of the page at the same time. */
const LoginAnnouncer = () => {
  const { t } = useTranslation('notices');
  const session = useSelector(usePortal(), ({ children }) => children.session);
  const hasLoggedIn = useSelector(session, (snapshot) => snapshot !== undefined && selectHasLoggedIn(snapshot));
  return <Announcer message={hasLoggedIn ? t('loginSucceeded') : ''} />;
};

const Title = ({ screen }: { readonly screen: PortalScreen }) => {
  const parts = usePortalTitle(screen);
  const authorized = useSelector(usePortal(), (snapshot) => selectPortalFrame(snapshot).authorized);
  const plain = <title>{parts.join(' · ')}</title>;
  return authorized ? (
    <Suspense fallback={plain}>
      <PaymentTitle parts={parts} />
    </Suspense>
  ) : (
    plain
  );
};

/** The whole screen: the page, the frame around it, and toasts. */
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
        <LoginAnnouncer />
        <SessionDialogs />
      </PageBoundary>
    </PagePreload>
  );
};
