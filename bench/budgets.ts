/** Limits of what a player downloads, in kB of Brotli, and of what the browser has to ask for. */
export const BUDGETS = {
  /** Until the login can be read and filled in, its language included. */
  scriptsUntilUsableKb: 115,
  /** What comes after that drawing, in the time a player needs to type: the API, the player with its children, the header's signed-in parts. */
  signedInKb: 55,
  furtherRouteKb: 15,
  localeKb: 8,
  stylesKb: 12,
  requestsUntilUsable: 8,
  longestChain: 2,
} as const;

/** What is measured in a browser: ratios of medians of one interleaved run, on a phone with a CPU four times slower. */
export const TIMING_LIMITS = {
  /** Shell against a page without anything. */
  firstPaint: 1.0,
  /** Login that can be filled in, against the first paint of the mandated packages. */
  ready: 1.1,
  /** Top-up page of a returning player with its servers, against the same. */
  firstData: 1.35,
  layoutShift: 0.01,
  /** Against the mandated packages. */
  blocking: 1.2,
  /** A step of the wizard, against a click that changes one word without a framework. */
  step: 2,
  /** Code that a second visit downloads again, in bytes. */
  again: 0,
} as const;

/** Pages by the source of their chunk; the first is what an anonymous visitor needs, `recharge` what a player comes for. */
export const ROUTES = {
  login: 'views/login/login.view.tsx',
  verification: 'views/login/verification.view.tsx',
  home: 'views/home/home.view.tsx',
  'home-sections': 'views/home/home-sections.view.tsx',
  recharge: 'views/recharge/recharge.view.tsx',
  'order-detail': 'views/order-detail/order-detail.view.tsx',
  epointRecharge: 'views/epoint-recharge/epoint-recharge.view.tsx',
  account: 'views/account/account.view.tsx',
  news: 'views/news/news.view.tsx',
  article: 'views/article/article.view.tsx',
  logout: 'views/logout/logout.view.tsx',
  forbidden: 'views/forbidden/forbidden.view.tsx',
  'not-found': 'views/not-found/not-found.view.tsx',
} as const;
