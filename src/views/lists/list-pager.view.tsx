import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { ListScreen } from '../../../machines/lists/list.screens.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import type { ListActor } from './list-actor.ts';
import css from './pager.module.css';

type Loaded = Extract<ListScreen, { readonly name: 'shown' | 'unreadable' }>;

/** Previous and next page; nothing for a single page. A button without a page is disabled but stays and keeps the focus. */
export const ListPager = ({ actor, screen }: { readonly actor: ListActor; readonly screen: Loaded }) => {
  const { t, i18n } = useTranslation('account');
  const { page, pages, next, stale } = screen;
  const turn = (to: number) => actor.send({ type: 'page.turn', page: to });
  const canTurn = useSelector(actor, (snapshot) => snapshot.can({ type: 'page.turn', page: page + 1 }));
  if (page === 1 && next !== 'offered' && !stale) return null;
  const hasPrevious = page > 1;
  const hasNext = next === 'offered' && canTurn && !stale;
  const number = formatNumber(page, i18n.language);
  return (
    <nav className={css['pager']} aria-label={t('list.pages')}>
      <Button variant="secondary" aria-disabled={!hasPrevious} onClick={() => hasPrevious && turn(page - 1)}>
        {t('list.previous')}
      </Button>
      <span role="status">
        {pages === null
          ? t('list.page', { page: number })
          : t('list.pageOf', { page: number, pages: formatNumber(pages, i18n.language) })}
      </span>
      <Button variant="secondary" aria-disabled={!hasNext} onClick={() => hasNext && turn(page + 1)}>
        {t('list.next')}
      </Button>
    </nav>
  );
};
