import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';

type Kind = 1 | 2 | 3;

const LOOKS: Readonly<Record<Kind, Pick<BadgeProps, 'tone' | 'icon'>>> = {
  1: { tone: 'info', icon: 'megaphone' },
  2: { tone: 'success', icon: 'gift' },
  3: { tone: 'warning', icon: 'compass' },
};

/** News, event or strategy; nothing for an unknown type. */
export const ArticleKind = ({ type }: { readonly type: Kind | null }): ReactNode => {
  const { t } = useTranslation('content');
  if (type === null) return null;
  const names = { 1: t('kind.news'), 2: t('kind.event'), 3: t('kind.strategy') };
  return <Badge {...LOOKS[type]}>{names[type]}</Badge>;
};
