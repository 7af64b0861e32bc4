import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectGame } from '../../../machines/home/home.screens.ts';
import type { HomeConfig } from '../../../machines/home/home.types.ts';
import { Picture } from '../../art/picture.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { GamePanel } from './game-panel.view.tsx';
import css from './home.module.css';
import { useHomeActor } from './home-actor.ts';

const GameChoice = ({ home }: { readonly home: HomeConfig }) => {
  const { t } = useTranslation(['content', 'portal']);
  const { games, downloads } = home;
  const actor = useHomeActor();
  const game = useSelector(actor, (snapshot) => selectGame(snapshot, games));
  if (!game) return <p>{t('portal:home.games.empty')}</p>;
  return (
    <>
      {games.length > 1 && (
        <ChoiceCards
          legend={t('home.choose')}
          name="game"
          value={game.gameId}
          onPick={(gameId) => actor?.send({ type: 'game.pick', gameId })}
          columns={2}
          dense
          options={games.map(({ gameId, name, art }) => ({
            value: gameId,
            title: <span lang="en">{name}</span>,
            art: <Picture name={art} fallback="game-1" width={64} height={36} loading="lazy" />,
          }))}
        />
      )}
      <GamePanel
        key={game.gameId}
        game={game}
        games={games}
        downloads={downloads.filter(({ gameId }) => gameId === null || gameId === game.gameId)}
      />
    </>
  );
};

/** The games: the choice of a game, and its downloads. */
export const Games = ({ home }: { readonly home: HomeConfig | null }) => {
  const { t } = useTranslation(['content', 'portal']);
  return (
    <section className={css['section']} id="games">
      <h2>{t('portal:home.games.title')}</h2>
      {home ? (
        <GameChoice home={home} />
      ) : (
        <Loading label={t('portal:home.games.loading')}>
          <Skeleton height={520} />
        </Loading>
      )}
    </section>
  );
};
