import { readParam } from '../kernel/address.ts';
import { readPlace } from '../listing/listing.address.ts';
import type { ListPlace, ListQuery } from '../listing/listing.types.ts';
import type { AccountSection, Page } from './player.pages.ts';

const ACCOUNT_LISTS: Readonly<Record<AccountSection, ListQuery['kind'] | null>> = {
  user: null,
  recharge: 'orders',
  epoint: 'ledger',
};

const placeIn = (kind: ListQuery['kind'] | null, search: string): ListPlace | null =>
  kind && readPlace(kind, (name) => readParam(search, name));

/** The list that a page shows, as its address asks for it; null for a page without one. */
export const listOf = (page: Page | null): ListPlace | null =>
  page?.name === 'account' ? placeIn(ACCOUNT_LISTS[page.section], page.search) : null;
