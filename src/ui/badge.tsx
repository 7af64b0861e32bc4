import type { ReactNode } from 'react';
import css from './badge.module.css';
import { Icon, type IconName } from './icon.tsx';

export type BadgeProps = {
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'error';
  readonly icon?: IconName;
  readonly children: ReactNode;
};

export const Badge = ({ tone, icon, children }: BadgeProps) => (
  <span className={css['badge']} data-tone={tone}>
    {icon && <Icon name={icon} size={14} />}
    <span>{children}</span>
  </span>
);
