import { matchPage } from '../../../machines/portal/portal.routes.ts';
import type { Page } from '../../../machines/signed-in/signed-in.pages.ts';
import { earlyPage, lazyPage, type PageCode } from '../app/lazy-page.tsx';
import { LoginView, type LoginViewProps } from '../login/login.view.tsx';

/** Part of the first view: nearly every first visit opens it. */
export const loginPage: PageCode<LoginViewProps> = { name: 'login', take: () => LoginView };
export const homePage = earlyPage('home', async () => (await import('../home/home.view.tsx')).HomeView);
export const rechargePage = lazyPage(
  'recharge',
  async () => (await import('../recharge/recharge.view.tsx')).RechargeView,
);
export const epointRechargePage = lazyPage(
  'epointRecharge',
  async () => (await import('../epoint-recharge/epoint-recharge.view.tsx')).EpointRechargeView,
);
export const orderDetailPage = lazyPage(
  'payment_detail',
  async () => (await import('../order-detail/order-detail.view.tsx')).OrderDetailView,
);
export const accountPage = lazyPage('account', async () => (await import('../account/account.view.tsx')).AccountView);
export const newsPage = lazyPage('news', async () => (await import('../news/news.view.tsx')).NewsView);
export const articlePage = lazyPage('article', async () => (await import('../article/article.view.tsx')).ArticleView);
export const logoutPage = lazyPage('logout', async () => (await import('../logout/logout.view.tsx')).LogoutView);
export const forbiddenPage = lazyPage(
  'forbidden',
  async () => (await import('../forbidden/forbidden.view.tsx')).ForbiddenView,
);
export const notFoundPage = lazyPage(
  'not-found',
  async () => (await import('../not-found/not-found.view.tsx')).NotFoundView,
);

/** Null: part of the first view. */
const CODE: { readonly [Name in Page['name']]: { readonly preload: () => void } | null } = {
  login: null,
  forbidden: forbiddenPage,
  home: homePage,
  recharge: rechargePage,
  payment_detail: orderDetailPage,
  account: accountPage,
  events: newsPage,
  'event-detail': articlePage,
  logout: logoutPage,
  'not-found': notFoundPage,
};

/** `to`: a path of this portal, with its query. */
export const preloadPage = (to: string): void => {
  const [path = '', search = ''] = to.split('?');
  const page = matchPage(path, `?${search}`);
  CODE[page.name]?.preload();
  if (page.name === 'recharge' && page.target === 'epoint') epointRechargePage.preload();
};
