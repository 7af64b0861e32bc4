import type { ListLocation, ListReport } from './list.types.ts';

/** The list of the current page; null when the page has no list. */
export type ListRouteInput = { readonly location: ListLocation | null };

export type ListRouteContext = ListRouteInput;

export type ListRouteEvent =
  /** The URL changed. */
  | { readonly type: 'location.changed'; readonly location: ListLocation | null }
  /** Reloads the list after a change to its rows. */
  | { readonly type: 'list.refresh' }
  | { readonly type: 'load.retry' }
  | ListReport;

/** `to`: the URL of the list. */
export type ListRouteReport =
  | { readonly type: 'list.navigated'; readonly to: string; readonly replace: boolean }
  | { readonly type: 'screen.forbidden' };
