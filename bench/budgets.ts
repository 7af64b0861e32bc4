/** Limits for download sizes (Brotli) and numbers of requests. */
export const BUDGETS = {
  /** Until the login is usable, including its language. */
  scriptsUntilUsableBytes: 118_665,
  /** Loaded after that, while the player types: the API, the signed-in machines, the signed-in parts of the header. 5 kB of it read what other APIs send: values by meaning, lists with unread entries, exports across pages; 1 kB offers the last order again and follows the payment window; 0.75 kB orders an item when the E Points that it lacked are added. */
  signedInKb: 62.75,
  /** 0.5 kB are the package that is offered for an item, and the note that one confirmation covers both. */
  furtherRouteKb: 15.5,
  /** Texts before a login, and the texts that follow. */
  localeKb: 8,
  /** All texts of a language, which a player loads instead of the two halves. German has the longest words, Thai three bytes a letter. 0.1 kB are E Points that are bought with an item, and the link from a game. */
  languageKb: 8.6,
  stylesKb: 12,
  /** The page and its scripts. */
  requestsUntilUsable: 6,
  longestChain: 2,
  /** A signed-in player: the page, its code, its pictures, and the calls of the API before the first data. The bundler's runtime and the icon are two. */
  requestsUntilData: 14,
  /** Scripts among these requests, by first view. */
  scriptsOfPlayer: { home: 7, recharge: 7, epoint: 8, detail: 8, account: 8, news: 7, article: 7 },
  /** Minimum size of a script that a player loads before the page can be used, except the bundler's runtime. */
  smallestChunkBytes: 4_096,
} as const;

/** Limits of browser measurements: ratios of medians of one interleaved run, on a phone with a CPU slowed down four times. */
export const TIMING_LIMITS = {
  /** Shell against an empty page. */
  firstPaint: 0.9,
  /** Login that can be filled in, against the first paint of the mandated packages. */
  ready: 1.1,
  /** Top-up page of a returning player with its servers, against the same baseline. */
  firstData: 1.35,
  /** Largest contentful paint, against the first paint of the mandated packages: the login, and the pages of a returning player. */
  largestPaint: { login: 1.1, signedIn: 1.1 },
  layoutShift: 0.01,
  /** Total blocking time, against the mandated packages. */
  blocking: { login: 1.2, signedIn: 1.5 },
  /** A step of the wizard, against a click that changes one word without a framework. */
  step: 2,
  /** Code that a second visit downloads again, in bytes. */
  again: 0,
  /** First paint of a second visit, against that of the first. */
  secondPaint: 0.6,
} as const;

/** The source file of each page. */
export const ROUTES = {
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
