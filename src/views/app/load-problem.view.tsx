import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { Picture } from '../../art/picture.tsx';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './load-problem.module.css';
import { SupportLink } from './support-link.view.tsx';

/** A failed load: what failed, why, and a retry button. `tone`: a warning, without a link to support, if the rest of the page still works. */
export const LoadFailed = (props: {
  readonly title: string;
  readonly failure: Failure | null;
  readonly tone?: 'error' | 'warning';
  /** A `LiveRegion` around it announces it. */
  readonly inRegion?: boolean;
  readonly onRetry: () => void;
}) => {
  const { title, failure, tone = 'error', inRegion = false, onRetry } = props;
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  return (
    <Callout
      tone={tone}
      title={title}
      {...(!inRegion && { live: 'polite' })}
      action={
        <span className={css['actions']}>
          <Button icon="refresh" variant="secondary" onClick={onRetry}>
            {t('list.retry')}
          </Button>
          {tone === 'error' && <SupportLink variant="quiet" />}
        </span>
      }
    >
      {failure && failureText(failure)}
    </Callout>
  );
};

export const LoadEmpty = (props: {
  readonly art: string;
  readonly title: string;
  readonly hint: string;
  readonly action?: ReactNode;
  /** Loads the list of a wizard's step again. A `LiveRegion` around it announces it. */
  readonly onRetry?: () => void;
}) => {
  const { art, title, hint, action, onRetry } = props;
  const { t } = useTranslation('account');
  return (
    <div className={css['empty']} {...(!onRetry && { role: 'status', 'data-announced': true })}>
      <Picture name={art} fallback="empty-items" width={160} height={120} />
      <strong>{title}</strong>
      <p>{hint}</p>
      {action}
      {onRetry && (
        <Button icon="refresh" variant="secondary" onClick={onRetry}>
          {t('list.retry')}
        </Button>
      )}
    </div>
  );
};

const MOST_IDS = 10;

/** "2 entries can't be shown", with their ids. `ids`: one per entry, null without a readable id. Draws nothing without entries. */
export const UnreadEntries = ({ ids }: { readonly ids: readonly (string | null)[] }) => {
  const { t } = useTranslation('account');
  if (ids.length === 0) return null;
  const known = [...new Set(ids.filter((id) => id !== null))];
  return (
    <p className={css['unread']}>
      <Icon name="alert" size={16} />
      <span>{t('list.unread', { count: ids.length })}</span>
      {known.length > 0 && <code>{known.slice(0, MOST_IDS).join(', ') + (known.length > MOST_IDS ? ', …' : '')}</code>}
    </p>
  );
};
