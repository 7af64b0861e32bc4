import type { ListPlace, ListReport } from '../listing/listing.types.ts';

/** The list of the page the player is on; null: the page has none. */
export type BrowsingInput = { readonly place: ListPlace | null };

export type BrowsingContext = BrowsingInput;

export type BrowsingEvent =
  /** The browser stands somewhere else. */
  | { readonly type: 'place.changed'; readonly place: ListPlace | null }
  /** Something happened that the list shows: it is read again. */
  | { readonly type: 'list.refresh' }
  | { readonly type: 'load.retry' }
  | ListReport;

/** `to`: where the address has to follow. */
export type BrowsingReport =
  | { readonly type: 'list.placed'; readonly to: string; readonly replace: boolean }
  | { readonly type: 'screen.forbidden' };
