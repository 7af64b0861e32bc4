/** Limits of what a player downloads, in kB of Brotli, and of what the browser has to ask for. */
export const BUDGETS = {
  /** React, XState, i18next, React Router, ofetch and valibot: the floor that nothing of ours can lower. */
  packagesKb: 105,
  /** Everything of ours until the login can be used, its language included; docs/decisions/0007 says why it isn't 10. */
  ownUntilLoginKb: 42,
  /** The same for a returning player on the top-up page. */
  ownUntilRechargeKb: 54,
  furtherRouteKb: 15,
  localeKb: 8,
  stylesKb: 12,
  requestsUntilUsable: 8,
  longestChain: 2,
} as const;

/** Pages by the source of their chunk; the first is what an anonymous visitor needs, `recharge` what a player comes for. */
export const ROUTES = {
  login: 'views/login/login.view.tsx',
  home: 'views/home/home.view.tsx',
  recharge: 'views/recharge/recharge.view.tsx',
  'order-detail': 'views/order-detail/order-detail.view.tsx',
} as const;
