import type { ReactNode } from 'react';
import type { PortalScreen } from '../../../machines/portal/portal.screens.ts';
import { LazyPage } from '../app/lazy-page.tsx';
import { PortalLoadError } from '../app/load-error.view.tsx';
import { BootFailed } from './boot-failed.view.tsx';
import {
  accountPage,
  articlePage,
  epointRechargePage,
  forbiddenPage,
  homePage,
  loginPage,
  logoutPage,
  newsPage,
  notFoundPage,
  orderDetailPage,
  rechargePage,
} from './pages.ts';

export const PageSwitch = ({
  screen,
}: {
  readonly screen: Exclude<PortalScreen, { readonly name: 'starting' }>;
}): ReactNode => {
  switch (screen.name) {
    case 'boot-failed':
      return <BootFailed failure={screen.failure} />;
    case 'load-failed':
      return <PortalLoadError />;
    case 'login':
      return <LazyPage code={loginPage} props={{ reason: screen.reason }} />;
    case 'home':
      return <LazyPage code={homePage} props={{ home: screen.home, failure: screen.failure }} />;
    case 'recharge':
      return <LazyPage code={rechargePage} props={{ epointHalf: epointRechargePage }} />;
    case 'payment_detail':
      return <LazyPage key={screen.orderId} code={orderDetailPage} props={{}} />;
    case 'account':
      return <LazyPage code={accountPage} props={{ section: screen.section }} />;
    case 'events':
      return <LazyPage code={newsPage} props={{}} />;
    case 'event-detail':
      return <LazyPage key={screen.articleId} code={articlePage} props={{ articleId: screen.articleId }} />;
    case 'logout':
      return <LazyPage code={logoutPage} props={{ byServer: screen.byServer, done: screen.done }} />;
    case 'forbidden':
      return <LazyPage code={forbiddenPage} props={{}} />;
    case 'not-found':
      return <LazyPage code={notFoundPage} props={{}} />;
  }
};
