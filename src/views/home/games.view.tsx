import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { canTopUp, selectGame } from '../../../machines/home/home.screens.ts';
import type { GameCard, HomeConfig, HomeDownload } from '../../../machines/home/home.types.ts';
import { selectTopUpGameId } from '../../../machines/portal/portal.screens.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { Picture } from '../../art/picture.tsx';
import { localText } from '../../i18n/local-text.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { siteLink } from '../app/site-link.ts';
import { useExternalLink } from '../app/support-link.view.tsx';
import panel from './game-panel.module.css';
import css from './home.module.css';
import { useHomeActor } from './home-actor.ts';

const Download = ({ game, link }: { readonly game: string; readonly link: HomeDownload }) => {
  const { t, i18n } = useTranslation(['content', 'portal']);
  const { key, title, url } = link;
  const href = siteLink(url, i18n.language);
  return href ? (
    <ButtonLink
      variant="secondary"
      icon="download"
      external
      href={href}
      aria-label={`${title}: ${game} ${t('portal:menu.newWindow')}`}
    >
      {title}
    </ButtonLink>
  ) : (
    <span className={panel['missing']}>
      <Icon name="info" size={18} />
      <span>{`${title}: ${key === 'ios' ? t('home.downloads.noIos') : t('home.downloads.missing')}`}</span>
    </span>
  );
};

/** Downloads of a game; a missing platform is listed too. */
const Downloads = ({ game, links }: { readonly game: string; readonly links: readonly HomeDownload[] }) => {
  const { t } = useTranslation('content');
  return (
    <section className={panel['section']}>
      <h4>
        <Icon name="download" />
        <span>{t('home.downloads.title')}</span>
      </h4>
      <List className={panel['downloads']}>
        {links.map((link) => (
          <li key={link.key}>
            <Download game={game} link={link} />
          </li>
        ))}
      </List>
    </section>
  );
};

/** The wizard tops up one game only; others link to their own site. */
const GamePanel = ({ game, home }: { readonly game: GameCard; readonly home: HomeConfig }) => {
  const { t, i18n } = useTranslation(['content', 'portal']);
  const openOutside = useExternalLink();
  const topUpGameId = useSelector(usePortal(), selectTopUpGameId);
  const isToppedUpHere = canTopUp(game, home.games, topUpGameId);
  const site = siteLink(game.url, i18n.language);
  const redeem = siteLink(game.redeemUrl, i18n.language);
  const downloads = home.downloads.filter(({ gameId }) => gameId === null || gameId === game.gameId);
  const blurb = localText(game.blurb, game.blurbs, i18n.language);
  return (
    <div className={panel['panel']} data-game={game.gameId}>
      <div className={panel['cover']}>
        <Picture name={game.art} fallback="game-1" width={640} height={360} loading="lazy" />
      </div>
      <div className={panel['text']}>
        <h3 lang="en">{game.name}</h3>
        <p lang={blurb.lang}>{blurb.text}</p>
        {!isToppedUpHere && (
          <p className={panel['elsewhere']}>
            {site ? t('home.elsewhere', { game: game.name }) : t('home.notHere', { game: game.name })}
          </p>
        )}
        <div className={panel['actions']}>
          {isToppedUpHere && (
            <PageLink
              className={buttonClass({})}
              to={RECHARGE}
              aria-label={`${t('portal:home.games.topUp')}: ${game.name}`}
            >
              <Icon name="bolt" />
              <span>{t('portal:home.games.topUp')}</span>
            </PageLink>
          )}
          {site && (
            <ButtonLink
              variant={isToppedUpHere ? 'quiet' : 'secondary'}
              icon="external"
              external
              href={site}
              onClick={openOutside(site, { title: game.name, text: t('portal:home.games.open') })}
              aria-label={`${t('portal:home.games.open')}: ${game.name} ${t('portal:menu.newWindow')}`}
            >
              {t('portal:home.games.open')}
            </ButtonLink>
          )}
          {redeem && (
            <ButtonLink variant="quiet" icon="gift" href="#redeem">
              {t('portal:home.redeem')}
            </ButtonLink>
          )}
        </div>
      </div>
      {downloads.length > 0 && <Downloads game={game.name} links={downloads} />}
    </div>
  );
};

const GameChoice = ({ home }: { readonly home: HomeConfig }) => {
  const { t } = useTranslation(['content', 'portal']);
  const { games } = home;
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
      <GamePanel key={game.gameId} game={game} home={home} />
    </>
  );
};

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
