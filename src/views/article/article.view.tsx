import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { Article, articleMachine } from '../../../machines/article/article.machine.ts';
import { type ArticleScreen, selectArticleScreen } from '../../../machines/article/article.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { localText } from '../../i18n/local-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Loading, Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { type HeadingRef, useContentFocus } from '../app/focus-heading.ts';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { ArticleFacts } from '../lists/article-facts.view.tsx';
import css from './article.module.css';

export type ArticleActor = ActorRefFrom<typeof articleMachine>;

/** Undefined until the signed-in machine runs, and while it still shows another article. */
export const useArticleActor = (articleId: string): ArticleActor | undefined => {
  const actor = useSelector(usePlayer(), (snapshot) => snapshot?.children.article);
  const loadedArticleId = useSelector(actor, (snapshot) => snapshot?.context.articleId);
  return loadedArticleId === articleId ? actor : undefined;
};

const ArticleSkeleton = () => {
  const { t } = useTranslation('content');
  return (
    <Loading label={t('article.loading')}>
      <div className={css['article']}>
        <Skeleton width={160} height={24} />
        <Skeleton width="85%" height={56} />
        <div className={css['placeholder']}>
          <Skeleton height="100%" />
        </div>
        <SkeletonList rows={5} height={22} />
      </div>
    </Loading>
  );
};

const Head = ({ article, heading }: { readonly article: Article; readonly heading: HeadingRef }) => {
  const { t, i18n } = useTranslation('portal');
  const title = localText(article.title, article.titles, i18n.language);
  const summary = localText(article.summary, article.summaries, i18n.language);
  return (
    <header className={css['head']}>
      <ArticleFacts article={article} />
      <h1 ref={heading} lang={title.lang}>
        {title.text || t('title.eventDetail')}
      </h1>
      {summary.text && (
        <p className={css['summary']} lang={summary.lang}>
          {summary.text}
        </p>
      )}
      <div className={css['picture']}>
        <Picture name={article.imgUrlConfig.pageImgUrl} fallback="news" width={640} height={360} loading="eager" />
      </div>
    </header>
  );
};

const Body = ({ article }: { readonly article: Article }) => {
  const { i18n } = useTranslation();
  const portal = usePortal();
  const { text, lang } = localText(article.body, article.bodies, i18n.language);
  return <RichText html={text} lang={lang} onOpen={(to) => portal.send({ type: 'page.open', to })} />;
};

type ContentProps = { readonly actor: ArticleActor; readonly screen: ArticleScreen; readonly heading: HeadingRef };

const Content = ({ actor, screen, heading }: ContentProps) => {
  const { t } = useTranslation('content');
  const retry = () => actor.send({ type: 'load.retry' });
  const retryButton = (
    <Button variant="secondary" icon="refresh" onClick={retry}>
      {t('article.retry')}
    </Button>
  );
  switch (screen.name) {
    case 'loading':
      return <ArticleSkeleton />;
    case 'shown':
      return (
        <article className={css['article']}>
          <Head article={screen.article} heading={heading} />
          <Body article={screen.article} />
        </article>
      );
    case 'empty':
      return (
        <article className={css['article']}>
          {screen.article && <Head article={screen.article} heading={heading} />}
          <LoadEmpty art="news" title={t('article.empty.title')} hint={t('article.empty.text')} action={retryButton} />
        </article>
      );
    case 'unknown':
      return (
        <>
          <h1 ref={heading} className="visually-hidden">
            {t('article.unknown.title')}
          </h1>
          <LoadEmpty
            art="news"
            title={t('article.unknown.title')}
            hint={t('article.unknown.text')}
            action={retryButton}
          />
        </>
      );
    case 'failed':
      return (
        <>
          <h1 ref={heading} className="visually-hidden">
            {t('article.failed')}
          </h1>
          <LoadFailed title={t('article.failed')} failure={screen.failure} onRetry={retry} />
        </>
      );
  }
};

const ArticleContent = ({ actor }: { readonly actor: ArticleActor }) => {
  const screen = useSelector(actor, selectArticleScreen, shallowEqual);
  const heading = useContentFocus(screen.name === 'loading' ? null : screen.name);
  return (
    <div data-state={screen.name} data-article={screen.articleId}>
      <Content actor={actor} screen={screen} heading={heading} />
    </div>
  );
};

export const ArticleView = ({ articleId }: { readonly articleId: string }) => {
  const { t } = useTranslation('content');
  const actor = useArticleActor(articleId);
  return (
    <div className={css['page']}>
      <PageLink className={css['back']} to="/main/event">
        <Icon name="arrow" size={18} />
        <span>{t('article.back')}</span>
      </PageLink>
      {actor ? <ArticleContent actor={actor} /> : <ArticleSkeleton />}
    </div>
  );
};
