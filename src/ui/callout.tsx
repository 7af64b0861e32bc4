import type { ReactNode } from 'react';
import css from './callout.module.css';
import { Icon, type IconName } from './icon.tsx';

export type CalloutProps = {
  readonly tone: 'info' | 'success' | 'warning' | 'error';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly onDismiss?: () => void;
  readonly dismissLabel?: string;
  /** Announced when it appears: politely or immediately. */
  readonly live?: 'polite' | 'assertive';
};

const ICONS: Readonly<Record<CalloutProps['tone'], IconName>> = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  error: 'alert',
};

const ROLES = { polite: 'status', assertive: 'alert' } as const;

export const Callout = (props: CalloutProps) => {
  const { tone, title, children, action, onDismiss, dismissLabel, live } = props;
  return (
    <div
      className={css['callout']}
      data-tone={tone}
      role={live && ROLES[live]}
      data-announced={live === 'polite' || undefined}
    >
      <Icon name={ICONS[tone]} />
      <div className={css['text']}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
        {action && <div className={css['action']}>{action}</div>}
      </div>
      {onDismiss && (
        <button type="button" className={css['close']} aria-label={dismissLabel} onClick={onDismiss}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
};
