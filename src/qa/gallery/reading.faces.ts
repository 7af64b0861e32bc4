import { selectArticleScreen } from '../../../machines/article/article.screens.ts';
import { type ListScreen, selectListScreen } from '../../../machines/lists/list.screens.ts';
import { selectOrderDetailScreen } from '../../../machines/order-detail/order-detail.screens.ts';
import { type Face, face, type Place } from './face.ts';

const LISTS = { orders: 'orders', ledger: 'E Points', articles: 'news' } as const;

const hotNewsName = ({ name }: ListScreen, { page }: Place) => (page === 'home' ? (`hot news ${name}` as const) : null);

const listName = ({ name, query }: ListScreen, { page }: Place) =>
  page === 'events' || page === 'account' ? (`${LISTS[query.kind]} ${name}` as const) : null;

/** Lists, and what opens from them. */
export const READING_FACES: Readonly<Record<string, readonly Face[]>> = {
  'order-detail': [
    face(selectOrderDetailScreen, ({ name }, { page }) => (page === 'payment_detail' ? name : null), {
      loading: true,
      shown: true,
      unknown: true,
      failed: true,
    }),
  ],
  list: [
    face(
      selectListScreen,
      hotNewsName,
      { 'hot news loading': true, 'hot news shown': true, 'hot news empty': true, 'hot news failed': true },
      'news',
    ),
    face(selectListScreen, listName, {
      'news loading': true,
      'news shown': true,
      'news empty': true,
      'news failed': true,
      'orders loading': true,
      'orders shown': true,
      'orders empty': true,
      'orders failed': true,
      'E Points loading': true,
      'E Points shown': true,
      'E Points empty': true,
      'E Points failed': true,
    }),
  ],
  article: [
    face(selectArticleScreen, ({ name }, { page }) => (page === 'event-detail' ? name : null), {
      loading: true,
      shown: true,
      empty: true,
      unknown: true,
      failed: true,
    }),
  ],
};
