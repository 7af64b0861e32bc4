import { selectArticleScreen } from '../../../../machines/article/article.screens.ts';
import { type ListScreen, selectListScreen } from '../../../../machines/lists/list.screens.ts';
import { selectOrderExportScreen } from '../../../../machines/lists/order-export.screens.ts';
import { selectOrderDetailScreen } from '../../../../machines/order-detail/order-detail.screens.ts';
import { named, type PageState, type ScreenVariants, screenVariants } from './screen-variants.ts';

const LISTS = { articles: 'news', orders: 'orders', ledger: 'E Points' } as const;
const LIST_SCREENS = ['loading', 'shown', 'empty', 'failed'] as const;

/** A page without a readable entry looks like a failed load. */
const drawn = (name: ListScreen['name']) => (name === 'unreadable' ? 'failed' : name);

const hotNewsName = ({ name }: ListScreen, { page }: PageState) =>
  page === 'home' ? (`hot news ${drawn(name)}` as const) : null;

const listName = ({ name, query }: ListScreen, { page }: PageState) =>
  page === 'events' || page === 'account' ? (`${LISTS[query.kind]} ${drawn(name)}` as const) : null;

/** Lists, and the pages that open from them. */
export const READING_SCREENS: Readonly<Record<string, readonly ScreenVariants[]>> = {
  'order-detail': [
    screenVariants(selectOrderDetailScreen, ({ name }, { page }) => (page === 'payment_detail' ? name : null), {
      loading: true,
      shown: true,
      unknown: true,
      failed: true,
    }),
  ],
  list: [
    screenVariants(selectListScreen, hotNewsName, named(['hot news'], LIST_SCREENS), 'news'),
    screenVariants(selectListScreen, listName, named(Object.values(LISTS), LIST_SCREENS)),
  ],
  'order-export': [
    screenVariants(
      selectOrderExportScreen,
      ({ name }, { page }) => (page === 'account' && name !== 'loaded' ? (`file ${name}` as const) : null),
      named(['file'], ['loading', 'failed', 'saved']),
    ),
  ],
  article: [
    screenVariants(selectArticleScreen, ({ name }, { page }) => (page === 'event-detail' ? name : null), {
      loading: true,
      shown: true,
      empty: true,
      unknown: true,
      failed: true,
    }),
  ],
};
