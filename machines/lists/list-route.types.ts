import type { ListLocation, ListReport } from './list.types.ts';

/** The list of the page the player is on; null: the page has none. */
export type ListRouteInput = { readonly place: ListLocation | null };

export type ListRouteContext = ListRouteInput;

export type ListRouteEvent =
  /** The browser stands somewhere else. */
  | { readonly type: 'location.changed'; readonly place: ListLocation | null }
  /** Something happened that the list shows: it is read again. */
  | { readonly type: 'list.refresh' }
  | { readonly type: 'load.retry' }
  | ListReport;

/** `to`: where the address has to follow. */
export type ListRouteReport =
  | { readonly type: 'list.placed'; readonly to: string; readonly replace: boolean }
  | { readonly type: 'screen.forbidden' };
