import type { MouseEvent, ReactNode } from 'react';
import css from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type Looks = {
  /** `pay` is for the one button of a page that moves money. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'pay';
  readonly size?: 'md' | 'lg';
  readonly wide?: boolean;
  readonly icon?: IconName;
  readonly children: ReactNode;
};

export type ButtonProps = Looks & {
  /** In progress: the width, the focus and the text stay, and a press does nothing. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Disabled, but keeps the focus. Give it no action. */
  readonly 'aria-disabled'?: boolean;
  readonly type?: 'button' | 'submit';
  readonly onClick?: () => void;
  readonly 'aria-label'?: string;
  /** Analytics id; the label is never sent. */
  readonly track?: string;
  /** Id of a popover that this button opens and closes. */
  readonly popoverTarget?: string;
};

/** The class of a button, also for links that look like one. */
export const buttonClass = ({ variant = 'primary', size = 'md', wide }: Omit<Looks, 'children' | 'icon'>): string =>
  [css['button'], css[variant], css[size], wide && css['wide']].filter(Boolean).join(' ');

export const Button = (props: ButtonProps) => {
  const { busy = false, disabled = false, type = 'button', icon, onClick, children, popoverTarget } = props;
  const press = (event: MouseEvent) => {
    if (busy) event.preventDefault();
    else onClick?.();
  };
  return (
    <button
      type={type}
      className={buttonClass(props)}
      disabled={disabled && !busy}
      aria-disabled={busy || props['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      aria-label={props['aria-label']}
      data-track={props.track}
      popoverTarget={popoverTarget}
      onClick={press}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
};

type ButtonLinkProps = Looks & {
  readonly href: string;
  /** Opens in a new window that has no access to this one. */
  readonly external?: boolean;
  /** A handler that calls `preventDefault` opens the link itself. */
  readonly onClick?: (event: MouseEvent) => void;
  readonly 'aria-label'?: string;
};

export const ButtonLink = (props: ButtonLinkProps) => (
  <a
    className={buttonClass(props)}
    href={props.href}
    aria-label={props['aria-label']}
    onClick={props.onClick}
    {...(props.external && { target: '_blank', rel: 'noopener noreferrer' })}
  >
    {props.icon && <Icon name={props.icon} />}
    <span>{props.children}</span>
  </a>
);
