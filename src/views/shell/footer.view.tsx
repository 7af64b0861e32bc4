import { legalName, nameLanguage, withOwnLinks } from 'virtual:brand/name';
import { useTranslation } from 'react-i18next';
import type { HomeLink } from '../../../machines/home/home.types.ts';
import { List } from '../../ui/list.tsx';
import { siteLink } from '../app/site-link.ts';
import css from './footer.module.css';

/** Links of the brand and from the publisher's configuration; the four standard ones have translated names. */
export const Footer = ({ links }: { readonly links: readonly HomeLink[] }) => {
  const { t, i18n } = useTranslation('portal');
  const ours = new Map([
    ['about', t('footer.about')],
    ['contact', t('footer.contact')],
    ['privacy', t('footer.privacy')],
    ['agreement', t('footer.agreement')],
  ]);
  return (
    <footer className={css['footer']}>
      <nav aria-label={t('footer.label')}>
        <List>
          {withOwnLinks(links, i18n.language).map((link) => {
            const href = siteLink(link.url, i18n.language);
            return (
              href && (
                <li key={link.key}>
                  <a href={href} target="_blank" rel="noopener noreferrer">
                    <span>{ours.get(link.key) ?? link.title}</span>
                    <span className="visually-hidden">{` ${t('menu.newWindow')}`}</span>
                  </a>
                </li>
              )
            );
          })}
        </List>
      </nav>
      <p>
        <span lang={nameLanguage}>{legalName}</span>
        <span>{` · ${t('footer.rights')}`}</span>
      </p>
    </footer>
  );
};
