import { scene } from 'virtual:brand/scene';
import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { LoginReason } from '../../../machines/portal/portal.types.ts';
import { selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { usePortal } from '../app/portal.context.tsx';
import css from './login.module.css';
import type { FormScreen } from './login.types.ts';
import { LoginPanel } from './login-panel.view.tsx';

const Reason = ({ reason }: { readonly reason: LoginReason }) => {
  const { t } = useTranslation('session');
  switch (reason.kind) {
    case 'required':
      return <Callout tone="info">{t('reason.required')}</Callout>;
    case 'order-received':
      return (
        <Callout tone="info" title={unbroken(t('reason.orderTitle', { id: reason.orderId }), reason.orderId)}>
          {t('reason.order')}
        </Callout>
      );
  }
};

/** Shown while the previous account logs out, or the session is restored. */
const EMPTY_FORM: FormScreen = {
  name: 'form',
  method: 'account',
  part: 'ready',
  busy: false,
  failure: null,
  loginName: '',
  recovered: false,
};

export type LoginViewProps = { readonly reason: LoginReason | null };

export const LoginView = ({ reason }: LoginViewProps) => {
  const { t } = useTranslation('session');
  const failureText = useFailureText();
  const session = useSelector(usePortal(), ({ children }) => children.session);
  const screen = useSelector(session, (snapshot) => snapshot && selectSessionScreen(snapshot));
  const isRecovery = screen?.name === 'form' && typeof screen.method === 'object';
  return (
    <div className={css['page']} data-state={screen?.name}>
      <div className={css['scene']}>
        <img src={scene} alt="" width={1200} height={800} />
      </div>
      <section className={css['panel']}>
        <h1>{isRecovery ? t('recovery.title') : t('login.title')}</h1>
        {reason && !isRecovery && <Reason reason={reason} />}
        {session && screen?.name === 'restore-failed' && (
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
        )}
        {session && <LoginPanel session={session} screen={screen?.name === 'form' ? screen : EMPTY_FORM} />}
      </section>
    </div>
  );
};
