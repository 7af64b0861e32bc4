import { useTranslation } from 'react-i18next';
import type { HomeDownload } from '../../../machines/home/home.types.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { siteLink } from '../app/site-link.ts';
import css from './game-panel.module.css';

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
    <span className={css['missing']}>
      <Icon name="info" size={18} />
      <span>{`${title}: ${key === 'ios' ? t('home.downloads.noIos') : t('home.downloads.missing')}`}</span>
    </span>
  );
};

/** Downloads of a game; a missing platform is listed too. */
export const Downloads = ({ game, links }: { readonly game: string; readonly links: readonly HomeDownload[] }) => {
  const { t } = useTranslation('content');
  return (
    <section className={css['section']}>
      <h4>
        <Icon name="download" />
        <span>{t('home.downloads.title')}</span>
      </h4>
      <List className={css['downloads']}>
        {links.map((link) => (
          <li key={link.key}>
            <Download game={game} link={link} />
          </li>
        ))}
      </List>
    </section>
  );
};
