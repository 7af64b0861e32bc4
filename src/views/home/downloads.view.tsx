import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HomeDownload } from '../../../machines/portal/portal.types.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { safeLink } from '../portal/safe-link.ts';
import css from './home.module.css';

export const Downloads = ({ links }: { readonly links: readonly HomeDownload[] }): ReactNode => {
  const { t } = useTranslation('portal');
  return (
    <section className={css['section']}>
      <h2>{t('home.downloads.title')}</h2>
      <ul className={css['downloads']}>
        {links.map(({ key, title, url }) => {
          const href = safeLink(url);
          return (
            href && (
              <li key={key}>
                <ButtonLink variant="secondary" icon="download" external href={href}>
                  {title} <span className="visually-hidden">{t('menu.newWindow')}</span>
                </ButtonLink>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
};
