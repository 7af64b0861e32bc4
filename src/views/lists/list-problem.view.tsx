import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failure as failed } from '../../../machines/kernel/failure.ts';
import type { ListScreen } from '../../../machines/lists/list.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import { UnreadEntries } from '../app/unread-entries.view.tsx';
import css from './list-problem.module.css';

/** A failed load: what failed, why, and a retry button. `tone`: a warning while the rows of an earlier load are shown. */
export const ListFailed = ({
  title,
  failure,
  tone = 'error',
  onRetry,
}: {
  readonly title: string;
  readonly failure: Failure | null;
  readonly tone?: 'error' | 'warning';
  readonly onRetry: () => void;
}): ReactNode => {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  return (
    <Callout
      tone={tone}
      title={title}
      live="polite"
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

/** A page with entries of which none can be read. */
export const ListUnreadable = ({
  title,
  screen: { unread, failure },
  onRetry,
}: {
  readonly title: string;
  readonly screen: Extract<ListScreen, { readonly name: 'unreadable' }>;
  readonly onRetry: () => void;
}): ReactNode => (
  <>
    <ListFailed title={title} failure={failure ?? failed('protocolError')} onRetry={onRetry} />
    <UnreadEntries ids={unread} />
  </>
);

/** An empty list: why it is empty and what to do. */
export const ListEmpty = ({
  art,
  title,
  hint,
  action,
}: {
  readonly art: string;
  readonly title: string;
  readonly hint: string;
  readonly action?: ReactNode;
}): ReactNode => (
  <div className={css['empty']} role="status" data-announced>
    <Picture name={art} fallback="empty-items" width={160} height={120} />
    <strong>{title}</strong>
    <p>{hint}</p>
    {action}
  </div>
);
