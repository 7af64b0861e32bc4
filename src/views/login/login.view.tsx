import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginReason } from '../../../machines/portal/portal.types.ts';
import { selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import scene from '../portal/aurora-scene.svg';
import { usePortal } from '../portal/portal.context.tsx';
import css from './login.module.css';
import { LoginForm } from './login-form.view.tsx';
import type { SessionActor } from './session-actor.ts';

const Reason = ({ reason }: { readonly reason: LoginReason }): ReactNode => {
  const { t } = useTranslation('session');
  switch (reason.kind) {
    case 'required':
      return <Callout tone="info">{t('reason.required')}</Callout>;
    case 'order-received':
      return (
        <Callout tone="success" title={<bdi>{t('reason.orderTitle', { id: reason.orderId })}</bdi>}>
          {t('reason.order')}
        </Callout>
      );
  }
};

const Outcome = ({ session }: { readonly session: SessionActor }): ReactNode => {
  const { t } = useTranslation('session');
  const failureText = useFailureText();
  const screen = useSelector(session, selectSessionScreen);
  if (screen.name === 'form' && screen.failure)
    return (
      <Callout tone="error" title={t('login.failed')} live="assertive">
        {failureText(screen.failure)}
      </Callout>
    );
  if (screen.name !== 'restore-failed') return null;
  return (
    <Callout
      tone="error"
      title={t('restoreFailed.title')}
      live="assertive"
      action={
        <Button variant="secondary" icon="refresh" onClick={() => session.send({ type: 'session.retry' })}>
          {t('restoreFailed.retry')}
        </Button>
      }
    >
      {failureText(screen.failure)}
    </Callout>
  );
};

/** `/login`: why it is shown, account and password, and what went wrong. */
export const LoginView = ({ reason }: { readonly reason: LoginReason | null }): ReactNode => {
  const { t } = useTranslation('session');
  const session = useSelector(usePortal(), ({ children }) => children.session);
  const state = useSelector(session, (snapshot) => snapshot && selectSessionScreen(snapshot).name);
  return (
    <div className={css['page']} data-state={state}>
      <div className={css['scene']}>
        <img src={scene} alt="" width={1200} height={800} />
      </div>
      <section className={css['panel']}>
        <h1>{t('login.title')}</h1>
        {reason && <Reason reason={reason} />}
        {session && <Outcome session={session} />}
        {session && <LoginForm session={session} />}
      </section>
    </div>
  );
};
