import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bulletin } from '../../../machines/bulletins/bulletins.machine.ts';
import { articlePath } from '../../../machines/signed-in/signed-in.pages.ts';
import { localText } from '../../i18n/local-text.ts';
import { PageLink } from '../app/page-link.view.tsx';

/** One bulletin on one line, linked to its article if it has one; otherwise a tap shows the rest of it. */
export const BulletinText = ({ bulletin }: { readonly bulletin: Bulletin }): ReactNode => {
  const { i18n } = useTranslation();
  const { text, lang } = localText(bulletin.title, bulletin.titles, i18n.language);
  return bulletin.articleId === null ? (
    <details>
      <summary lang={lang}>{text}</summary>
    </details>
  ) : (
    <PageLink lang={lang} to={articlePath(bulletin.articleId)}>
      {text}
    </PageLink>
  );
};
