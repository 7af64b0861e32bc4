/** `/api/setting/webHomeConf`. */
export type HomeConfig = {
  readonly games: readonly GameCard[];
  readonly features: readonly HomeFeature[];
  readonly downloads: readonly HomeDownload[];
  readonly footer: readonly HomeLink[];
  readonly redeemUrl: string | null;
};
/** A link may hold `{locale}`. */
export type HomeLink = { readonly key: string; readonly title: string; readonly url: string };
/** `url` null: there is no version for this platform. `gameId` null: of every game. */
export type HomeDownload = Omit<HomeLink, 'url'> & { readonly url: string | null; readonly gameId: string | null };
/** BCP 47 tag → text; a tag that is missing falls back to the source text. */
type Texts = Readonly<Record<string, string>>;
export type GameCard = {
  readonly gameId: string;
  readonly name: string;
  readonly blurb: string;
  readonly blurbs: Texts;
  readonly art: string | null;
  readonly url: string | null;
  /** Where its codes are redeemed. */
  readonly redeemUrl: string | null;
};
export type HomeFeature = {
  readonly key: string;
  readonly title: string;
  readonly titles: Texts;
  readonly text: string;
  readonly texts: Texts;
  readonly art: string | null;
};

/** `/api/setting/init`. Empty where the API does not say. */
export type PortalConfig = {
  readonly gameInfo: { readonly gameId: string; readonly name: string; readonly cgi: string };
  readonly loggerUrl: string | null;
};
