import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loginFormPath } from '../../../machines/portal/portal.routes.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { lazyPage } from '../app/lazy-page.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { useBrowserActions, usePortal } from '../app/portal.context.tsx';
import css from './login.module.css';
import { type ContactEntry, type ContactProps, freshEntry } from './login-entry.ts';
import { LoginForm } from './login-form.view.tsx';
import type { FormProps } from './session-actor.ts';

/** The forms of the login page that use codes. */
const VerificationForms = lazyPage(async () => (await import('./verification.view.tsx')).VerificationView);

/** The forms that use codes. Their code, machines and texts are in later chunks. */
const Verification = (props: FormProps & ContactProps) => {
  const { session, screen } = props;
  const { t } = useTranslation(['session', 'portal']);
  const { reloadPage } = useBrowserActions();
  const fallback = (
    <Loading label={t('recovery.loading')}>
      <SkeletonList rows={3} height={54} />
    </Loading>
  );
  if (screen.part === 'loading') return fallback;
  if (screen.part === 'ready') return <VerificationForms {...props} fallback={fallback} />;
  return (
    <Callout
      tone="error"
      live="assertive"
      title={t('recovery.missing')}
      action={
        <>
          <Button variant="secondary" icon="refresh" onClick={reloadPage}>
            {t('portal:loadError.refresh')}
          </Button>
          <Button variant="quiet" onClick={() => session.send({ type: 'session.retry' })}>
            {t('recovery.retry')}
          </Button>
        </>
      }
    >
      {t('portal:loadError.text')}
    </Callout>
  );
};

/** The two login forms, and the link to the password reset and back. */
export const LoginPanel = ({ session, screen }: FormProps) => {
  const { t } = useTranslation('session');
  const failureText = useFailureText();
  const { method, failure, busy, recovered } = screen;
  const redirect = useSelector(usePortal(), ({ context: { page } }) => (page?.name === 'login' ? page.redirect : null));
  const [entry, setEntry] = useState(() => freshEntry(screen.loginName));
  const [contact, setContact] = useState<ContactEntry>({ email: '', region: null, phone: '' });
  const verification = <Verification session={session} screen={screen} contact={contact} onContact={setContact} />;
  if (typeof method === 'object')
    return (
      <>
        {verification}
        <PageLink className={css['link']} to={loginFormPath(redirect, null)}>
          {t('recovery.back')}
        </PageLink>
      </>
    );
  return (
    <>
      <Segmented
        legend={t('login.methods')}
        value={method}
        onPick={(picked) => !busy && session.send({ type: 'login.by', method: picked })}
        options={[
          { value: 'account', label: t('login.byAccount') },
          { value: 'phone', label: t('login.byPhone') },
        ]}
      />
      {recovered && (
        <Callout tone="success" live="polite">
          {t('recovery.recovered')}
        </Callout>
      )}
      {method === 'account' && failure && (
        <Callout tone="error" title={t('login.failed')} live="assertive">
          {failureText(failure)}
        </Callout>
      )}
      {method === 'account' ? (
        <LoginForm session={session} screen={screen} entry={entry} onEntry={setEntry} />
      ) : (
        verification
      )}
      <PageLink
        className={css['link']}
        to={loginFormPath(redirect, method === 'phone' ? 'phone' : 'email')}
        preload={VerificationForms.preload}
      >
        {t('login.forgot')}
      </PageLink>
      <p className={css['note']}>{t('login.noAccountText')}</p>
    </>
  );
};
