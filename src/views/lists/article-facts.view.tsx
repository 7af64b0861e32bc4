import { useTranslation } from 'react-i18next';
import type { ArticleCard } from '../../../machines/lists/list.types.ts';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';
import { DateTime } from '../app/date-time.view.tsx';
import css from './article-card.module.css';

const LOOKS: Readonly<Record<1 | 2 | 3, Pick<BadgeProps, 'tone' | 'icon'>>> = {
  1: { tone: 'info', icon: 'megaphone' },
  2: { tone: 'success', icon: 'gift' },
  3: { tone: 'warning', icon: 'compass' },
};

type ArticleFactsProps = { readonly article: Pick<ArticleCard, 'type' | 'startTime'> };

export const ArticleFacts = ({ article: { type, startTime } }: ArticleFactsProps) => {
  const { t } = useTranslation('content');
  const names = { 1: t('kind.news'), 2: t('kind.event'), 3: t('kind.strategy') };
  return (
    <div className={css['facts']}>
      {type !== null && <Badge {...LOOKS[type]}>{names[type]}</Badge>}
      {startTime !== null && <DateTime at={startTime} form="day" />}
    </div>
  );
};
