import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { canTopUp } from '../../../machines/home/home.screens.ts';
import type { GameCard, HomeDownload } from '../../../machines/home/home.types.ts';
import { selectTopUpGameId } from '../../../machines/portal/portal.screens.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { Picture } from '../../art/picture.tsx';
import { localText } from '../../i18n/local-text.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { siteLink } from '../app/site-link.ts';
import { useExternalLink } from '../app/support-link.view.tsx';
import { Downloads } from './downloads.view.tsx';
import css from './game-panel.module.css';

/** One game: picture, text, top-up link, downloads, and the way to its redeem code. The wizard tops up one game only; others link to their own site. */
export const GamePanel = ({
  game,
  games,
  downloads,
}: {
  readonly game: GameCard;
  readonly games: readonly GameCard[];
  readonly downloads: readonly HomeDownload[];
}) => {
  const { t, i18n } = useTranslation(['content', 'portal']);
  const openOutside = useExternalLink();
  const topUpGameId = useSelector(usePortal(), selectTopUpGameId);
  const isToppedUpHere = canTopUp(game, games, topUpGameId);
  const site = siteLink(game.url, i18n.language);
  const redeem = siteLink(game.redeemUrl, i18n.language);
  const blurb = localText(game.blurb, game.blurbs, i18n.language);
  return (
    <div className={css['panel']} data-game={game.gameId}>
      <div className={css['cover']}>
        <Picture name={game.art} fallback="game-1" width={640} height={360} loading="lazy" />
      </div>
      <div className={css['text']}>
        <h3 lang="en">{game.name}</h3>
        <p lang={blurb.lang}>{blurb.text}</p>
        {!isToppedUpHere && (
          <p className={css['elsewhere']}>
            {site ? t('home.elsewhere', { game: game.name }) : t('home.notHere', { game: game.name })}
          </p>
        )}
        <div className={css['actions']}>
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
