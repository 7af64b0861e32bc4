import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icon.tsx';
import css from './plain-page.module.css';

/** A page with one message and its actions. `code` appears large behind the text. */
export const PlainPage = (props: {
  readonly state: string;
  readonly icon: IconName;
  readonly code?: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly urgent?: boolean;
  readonly children?: ReactNode;
}) => {
  const { state, icon, code, title, text, urgent = false, children } = props;
  return (
    <section className={css['page']} data-state={state} role={urgent ? 'alert' : undefined}>
      {code && <span className={css['code']} data-code={code} aria-hidden="true" />}
      <span className={css['icon']}>
        <Icon name={icon} size={32} />
      </span>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {children && <div className={css['actions']}>{children}</div>}
    </section>
  );
};
