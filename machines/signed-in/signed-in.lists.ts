import { readParam } from '../kernel/url.ts';
import type { ListLocation, ListQuery } from '../lists/list.types.ts';
import { readListLocation, unfiltered } from '../lists/list.url.ts';
import type { AccountSection, Page } from './signed-in.pages.ts';

const ACCOUNT_LISTS: Readonly<Record<AccountSection, ListQuery['kind'] | null>> = {
  user: null,
  recharge: 'orders',
  epoint: 'ledger',
};

const locationIn = (kind: ListQuery['kind'] | null, search: string): ListLocation | null =>
  kind && readListLocation(kind, (name) => readParam(search, name));

/** The list of a page, as its URL specifies it; null for a page without a list. The home page shows the latest articles. */
export const listLocationOf = (page: Page | null): ListLocation | null => {
  switch (page?.name) {
    case 'account':
      return locationIn(ACCOUNT_LISTS[page.section], page.search);
    case 'events':
      return locationIn('articles', page.search);
    case 'home':
      return { query: unfiltered('articles'), page: 1 };
    default:
      return null;
  }
};
