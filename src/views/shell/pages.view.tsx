import { matchPage } from '../../../machines/portal/portal.routes.ts';
import type { PortalScreen } from '../../../machines/portal/portal.screens.ts';
import type { Page } from '../../../machines/signed-in/signed-in.pages.ts';
import { lazyPage, pageOf } from '../app/lazy-page.tsx';
import { LoginView } from '../login/login.view.tsx';
import { BootFailed, PortalLoadError } from './boot-failed.view.tsx';
import { waitForFrameParts } from './signed-in-parts.ts';

/** A page for signed-in players shares code with the frame, whose load is retried until it succeeds. */
const withFrame =
  <Code,>(load: () => Promise<Code>) =>
  async (): Promise<Code> => {
    await waitForFrameParts();
    return load();
  };

/** Part of the first view: nearly every first visit opens it. */
const LoginPage = pageOf(() => LoginView);
const HomePage = lazyPage(withFrame(async () => (await import('../home/home.view.tsx')).HomeView));
const RechargePage = lazyPage(withFrame(async () => (await import('../recharge/recharge.view.tsx')).RechargeView));
const EpointRechargePage = lazyPage(
  withFrame(async () => (await import('../epoint-recharge/epoint-recharge.view.tsx')).EpointRechargeView),
);
const OrderDetailPage = lazyPage(
  withFrame(async () => (await import('../order-detail/order-detail.view.tsx')).OrderDetailView),
);
const AccountPage = lazyPage(withFrame(async () => (await import('../account/account.view.tsx')).AccountView));
const NewsPage = lazyPage(withFrame(async () => (await import('../news/news.view.tsx')).NewsView));
const ArticlePage = lazyPage(withFrame(async () => (await import('../article/article.view.tsx')).ArticleView));
const LogoutPage = lazyPage(async () => (await import('../logout/logout.view.tsx')).LogoutView);
const ForbiddenPage = lazyPage(async () => (await import('../forbidden/forbidden.view.tsx')).ForbiddenView);
const NotFoundPage = lazyPage(async () => (await import('../not-found/not-found.view.tsx')).NotFoundView);

const CODE: { readonly [Name in Page['name']]: { readonly preload: () => Promise<void> } | null } = {
  login: null,
  forbidden: ForbiddenPage,
  home: HomePage,
  recharge: RechargePage,
  payment_detail: OrderDetailPage,
  account: AccountPage,
  events: NewsPage,
  'event-detail': ArticlePage,
  logout: LogoutPage,
  'not-found': NotFoundPage,
};

/** `to`: a path of this portal, with its query. Resolves when its code is loaded or has failed to load. */
export const preloadPage = async (to: string): Promise<void> => {
  const [path = '', search = ''] = to.split('?');
  const page = matchPage(path, `?${search}`);
  const isEpoint = page.name === 'recharge' && page.target === 'epoint';
  await Promise.all([CODE[page.name]?.preload(), isEpoint && EpointRechargePage.preload()]);
};

export const PageSwitch = ({ screen }: { readonly screen: Exclude<PortalScreen, { readonly name: 'starting' }> }) => {
  switch (screen.name) {
    case 'boot-failed':
      return <BootFailed failure={screen.failure} />;
    case 'load-failed':
      return <PortalLoadError />;
    case 'login':
      return <LoginPage reason={screen.reason} />;
    case 'home':
      return <HomePage home={screen.home} failure={screen.failure} />;
    case 'recharge':
      return <RechargePage EpointHalf={EpointRechargePage} />;
    case 'payment_detail':
      return <OrderDetailPage key={screen.orderId} />;
    case 'account':
      return <AccountPage section={screen.section} />;
    case 'events':
      return <NewsPage />;
    case 'event-detail':
      return <ArticlePage key={screen.articleId} articleId={screen.articleId} />;
    case 'logout':
      return <LogoutPage byServer={screen.byServer} done={screen.done} />;
    case 'forbidden':
      return <ForbiddenPage />;
    case 'not-found':
      return <NotFoundPage />;
  }
};
