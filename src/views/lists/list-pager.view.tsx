import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListScreen } from '../../../machines/lists/list.screens.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { Pager } from '../../ui/pager.tsx';
import type { ListActor } from './list-actor.ts';

type Loaded = Extract<ListScreen, { readonly name: 'shown' | 'unreadable' }>;

/** Draws nothing for a single page. */
export const ListPager = ({ actor, screen }: { readonly actor: ListActor; readonly screen: Loaded }): ReactNode => {
  const { t, i18n } = useTranslation('account');
  const { page, pages, next, stale } = screen;
  const turn = (to: number) => () => actor.send({ type: 'page.turn', page: to });
  const canTurn = useSelector(actor, (snapshot) => snapshot.can({ type: 'page.turn', page: page + 1 }));
  if (page === 1 && next !== 'offered' && !stale) return null;
  const number = formatNumber(page, i18n.language);
  return (
    <Pager
      label={t('list.pages')}
      position={
        pages === null
          ? t('list.page', { page: number })
          : t('list.pageOf', { page: number, pages: formatNumber(pages, i18n.language) })
      }
      previousLabel={t('list.previous')}
      nextLabel={t('list.next')}
      onPrevious={page > 1 ? turn(page - 1) : null}
      onNext={next === 'offered' && canTurn && !stale ? turn(page + 1) : null}
    />
  );
};
