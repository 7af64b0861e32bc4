import type { PortalScreen } from '../../../machines/portal/portal.screens.ts';
import { PortalLoadError } from '../app/load-error.view.tsx';
import { BootFailed } from './boot-failed.view.tsx';
import {
  AccountPage,
  ArticlePage,
  EpointRechargePage,
  ForbiddenPage,
  HomePage,
  LoginPage,
  LogoutPage,
  NewsPage,
  NotFoundPage,
  OrderDetailPage,
  RechargePage,
} from './pages.ts';

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
