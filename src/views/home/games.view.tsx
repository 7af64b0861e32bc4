import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameCard } from '../../../machines/portal/portal.types.ts';
import { Picture } from '../../art/picture.tsx';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { PageLink } from '../portal/page-link.view.tsx';
import { safeLink } from '../portal/safe-link.ts';
import css from './home.module.css';

const Game = ({ game }: { readonly game: GameCard }): ReactNode => {
  const { t } = useTranslation('portal');
  const site = safeLink(game.url);
  return (
    <li className={css['game']}>
      <div className={css['cover']}>
        <Picture name={game.art} fallback="game-1" width={640} height={360} />
      </div>
      <h3>{game.name}</h3>
      <p>{game.blurb}</p>
      <div className={css['ways']}>
        <PageLink className={buttonClass({})} to="/main/recharge" aria-label={`${t('home.games.topUp')}: ${game.name}`}>
          {t('home.games.topUp')}
        </PageLink>
        {site && (
          <ButtonLink
            variant="quiet"
            icon="external"
            external
            href={site}
            aria-label={`${t('home.games.open')}: ${game.name} ${t('menu.newWindow')}`}
          >
            {t('home.games.open')}
          </ButtonLink>
        )}
      </div>
    </li>
  );
};

export const Games = ({ games }: { readonly games: readonly GameCard[] | null }): ReactNode => {
  const { t } = useTranslation('portal');
  return (
    <section className={css['section']}>
      <h2>{t('home.games.title')}</h2>
      {games === null && (
        <Loading label={t('home.games.loading')}>
          <div className={css['games']}>
            <Skeleton height={400} />
            <Skeleton height={400} />
          </div>
        </Loading>
      )}
      {games?.length === 0 && <p>{t('home.games.empty')}</p>}
      {games && games.length > 0 && (
        <ul className={css['games']}>
          {games.map((game) => (
            <Game key={game.gameId} game={game} />
          ))}
        </ul>
      )}
    </section>
  );
};
