import { useTranslation } from 'react-i18next';
import type { HomeFeature } from '../../../machines/home/home.types.ts';
import { Picture } from '../../art/picture.tsx';
import { localText } from '../../i18n/local-text.ts';
import { List } from '../../ui/list.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import css from './home.module.css';

/** For features without a picture. */
const PICTURES = ['delivered', 'channel-card', 'bundle'] as const;

export const Features = ({ features }: { readonly features: readonly HomeFeature[] | null }) => {
  const { t, i18n } = useTranslation('portal');
  if (features?.length === 0) return null;
  return (
    <section className={css['section']}>
      <h2>{t('home.features.title')}</h2>
      {features === null ? (
        <Loading label={t('home.features.loading')}>
          <SkeletonList className={css['features']} rows={3} height={140} />
        </Loading>
      ) : (
        <List className={css['features']}>
          {features.map(({ key, title, titles, text, texts, art }, at) => (
            <li key={key}>
              <Picture name={art} fallback={PICTURES[at % PICTURES.length] ?? 'item'} width={56} loading="lazy" />
              <h3>{localText(title, titles, i18n.language).text}</h3>
              <p>{localText(text, texts, i18n.language).text}</p>
            </li>
          ))}
        </List>
      )}
    </section>
  );
};
