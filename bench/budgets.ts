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

/** Pages by the source of their chunk; the first is what an anonymous visitor needs, `recharge` what a player comes for. */
export const ROUTES = {
  login: 'views/login/login.view.tsx',
  home: 'views/home/home.view.tsx',
  recharge: 'views/recharge/recharge.view.tsx',
  'order-detail': 'views/order-detail/order-detail.view.tsx',
} as const;
