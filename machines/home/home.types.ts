import type { Port } from '../kernel/port.ts';
import type { OrderRecord } from '../order/order.types.ts';

/** `/api/setting/webHomeConf`. */
export type HomeConfig = {
  readonly games: readonly GameCard[];
  readonly features: readonly HomeFeature[];
  readonly downloads: readonly HomeDownload[];
  readonly footer: readonly HomeLink[];
  readonly redeemUrl: string | null;
};
/** A link may contain `{locale}`. */
export type HomeLink = { readonly key: string; readonly title: string; readonly url: string };
/** `url` null: there is no version for this platform. `gameId` null: the download is for every game. */
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

export type HomeContext = {
  /** The game that the player picked; null until then. */
  readonly gameId: string | null;
  /** The newest orders of the account, newest first; empty until they are loaded. */
  readonly orders: readonly OrderRecord[];
  /** Null until it is known, and if there is none. */
  readonly bonus: PointBonus | null;
};

/** The highest bonus of the E Point packages for this player. `isFirst`: for the first purchase of a package only. */
export type PointBonus = { readonly percent: number; readonly isFirst: boolean };

export type HomePorts = {
  loadNewestOrders: Port<readonly OrderRecord[]>;
  loadPointBonus: Port<PointBonus | null>;
};

export type HomeEvent =
  | { readonly type: 'game.pick'; readonly gameId: string }
  /** The player opens the page that redeems codes. The code itself stays in its input. */
  | { readonly type: 'redeem.open'; readonly hasCode: boolean }
  | { readonly type: 'code.edit' }
  | { readonly type: 'code.copied' }
  | { readonly type: 'code.refused' };
