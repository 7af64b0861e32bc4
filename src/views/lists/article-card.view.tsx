import { useTranslation } from 'react-i18next';
import type { ArticleCard as Article } from '../../../machines/lists/list.types.ts';
import { articlePath } from '../../../machines/signed-in/signed-in.pages.ts';
import { Picture } from '../../art/picture.tsx';
import { localText } from '../../i18n/local-text.ts';
import { PageLink } from '../app/page-link.view.tsx';
import css from './article-card.module.css';
import { ArticleFacts } from './article-facts.view.tsx';

type ArticleCardProps = {
  readonly article: Article;
  readonly level: 'h2' | 'h3';
  readonly lead?: boolean;
  readonly eager?: boolean;
};

/** One article in a list; the whole card links to its page, if any. `lead`: the first of a page, wide in a wide layout. */
export const ArticleCard = ({ article, level, lead = false, eager = false }: ArticleCardProps) => {
  const { i18n } = useTranslation();
  const { articleId, title, titles, summary, summaries, imgUrlConfig } = article;
  const heading = localText(title, titles, i18n.language);
  const shortText = localText(summary, summaries, i18n.language);
  const Heading = level;
  return (
    <li className={css['card']} data-lead={lead || undefined}>
      <div className={css['cover']}>
        <Picture
          name={imgUrlConfig.pageImgUrl}
          fallback="news"
          width={640}
          height={360}
          loading={eager ? 'eager' : 'lazy'}
        />
      </div>
      <div className={css['text']}>
        <ArticleFacts article={article} />
        <Heading lang={heading.lang}>
          {articleId === null ? heading.text : <PageLink to={articlePath(articleId)}>{heading.text}</PageLink>}
        </Heading>
        {shortText.text && <p lang={shortText.lang}>{shortText.text}</p>}
      </div>
    </li>
  );
};
