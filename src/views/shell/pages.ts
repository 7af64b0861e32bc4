import { matchPage } from '../../../machines/portal/portal.routes.ts';
import type { Page } from '../../../machines/signed-in/signed-in.pages.ts';
import { lazyPage, type PageCode } from '../app/lazy-page.tsx';
import { LoginView, type LoginViewProps } from '../login/login.view.tsx';
import { waitForFrameParts } from './signed-in-parts.ts';

/** A page for signed-in players shares code with the frame, whose load is retried until it succeeds. */
const withFrame =
  <Code>(load: () => Promise<Code>) =>
  async (): Promise<Code> => {
    await waitForFrameParts();
    return load();
  };

/** Part of the first view: nearly every first visit opens it. */
export const loginPage: PageCode<LoginViewProps> = { name: 'login', take: () => LoginView };
export const homePage = lazyPage(
  'home',
  withFrame(async () => (await import('../home/home.view.tsx')).HomeView),
);
export const rechargePage = lazyPage(
  'recharge',
  withFrame(async () => (await import('../recharge/recharge.view.tsx')).RechargeView),
);
export const epointRechargePage = lazyPage(
  'epointRecharge',
  withFrame(async () => (await import('../epoint-recharge/epoint-recharge.view.tsx')).EpointRechargeView),
);
export const orderDetailPage = lazyPage(
  'payment_detail',
  withFrame(async () => (await import('../order-detail/order-detail.view.tsx')).OrderDetailView),
);
export const accountPage = lazyPage(
  'account',
  withFrame(async () => (await import('../account/account.view.tsx')).AccountView),
);
export const newsPage = lazyPage(
  'news',
  withFrame(async () => (await import('../news/news.view.tsx')).NewsView),
);
export const articlePage = lazyPage(
  'article',
  withFrame(async () => (await import('../article/article.view.tsx')).ArticleView),
);
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
const CODE: { readonly [Name in Page['name']]: { readonly preload: () => Promise<void> } | null } = {
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

/** `to`: a path of this portal, with its query. Resolves when its code is loaded or has failed to load. */
export const preloadPage = async (to: string): Promise<void> => {
  const [path = '', search = ''] = to.split('?');
  const page = matchPage(path, `?${search}`);
  const isEpoint = page.name === 'recharge' && page.target === 'epoint';
  await Promise.all([CODE[page.name]?.preload(), isEpoint && epointRechargePage.preload()]);
};
