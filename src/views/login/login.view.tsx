import { scene } from 'virtual:brand/scene';
import { useSelector } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loginFormPath } from '../../../machines/portal/portal.routes.ts';
import type { LoginReason } from '../../../machines/portal/portal.types.ts';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import { editLogin, submitLogin } from '../../../machines/session/login.events.ts';
import { selectLoginProblems, selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formText, PasswordField, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { lazyPage } from '../app/lazy-page.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { useBrowserActions, usePortal } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import css from './login.module.css';
import type { ContactEntry, ContactProps, FormProps } from './login.types.ts';

/** What the player typed. `base`: the login name of the session at that time; a newer login name replaces the typed one. */
type LoginDraft = { readonly account: string; readonly base: string; readonly password: string };

/** Only the type matters here: the machine accepts any submit unless a login is in progress. */
const SUBMIT = submitLogin({ account: '', password: '' }, () => '');

type LoginFormProps = FormProps & {
  readonly entry: LoginDraft;
  readonly onEntry: (entry: LoginDraft) => void;
};

/** The password goes into the vault; the machine gets a reference. Entries stay when the login fails. */
const LoginForm = ({ session, screen, entry, onEntry }: LoginFormProps) => {
  const { t } = useTranslation('session');
  const { storeSecret } = useBrowserActions();
  const { busy, loginName, recovered } = screen;
  const canSubmit = useSelector(session, (snapshot) => snapshot.can(SUBMIT));
  const problems = useSelector(session, selectLoginProblems);
  const fields = { account: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const { base, password } = entry;
  const account = base === loginName ? entry.account : loginName;
  const texts = { incomplete: t('problem.incomplete'), passwordFormat: t('problem.passwordFormat') };
  const type = (change: Partial<Pick<LoginDraft, 'account' | 'password'>>) => {
    const next = { account, password, ...change };
    onEntry({ ...next, base: loginName });
    sendIfUsed(session, editLogin(next));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!canSubmit) return;
    const form = event.currentTarget;
    const visible = { account: formText(form, 'username'), password: formText(form, 'password') };
    onEntry({ ...visible, base: loginName });
    session.send(submitLogin(visible, storeSecret));
    const wrong = firstInvalidField(selectLoginProblems(session.getSnapshot()));
    if (wrong) fields[wrong].current?.focus();
  };

  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <TextField
        ref={fields.account}
        label={t('login.account')}
        name="username"
        autoComplete="username"
        required
        maxLength={128}
        value={account}
        onChange={(value) => type({ account: value })}
        error={problems?.account ? texts[problems.account] : null}
      />
      <PasswordField
        ref={fields.password}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        required
        autoFocus={recovered}
        value={password}
        onChange={(value) => type({ password: value })}
        error={problems?.password ? texts[problems.password] : null}
        {...(problems?.password === 'passwordFormat' && { hint: t('login.hint') })}
        revealLabel={t('login.show')}
        hideLabel={t('login.hide')}
      />
      <Button track="login" type="submit" size="lg" wide busy={busy} disabled={!canSubmit}>
        {busy ? t('login.busy') : t('login.submit')}
      </Button>
    </form>
  );
};

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

const LoginPanel = ({ session, screen }: FormProps) => {
  const { t } = useTranslation('session');
  const failureText = useFailureText();
  const { method, failure, busy, recovered } = screen;
  const redirect = useSelector(usePortal(), ({ context: { page } }) => (page?.name === 'login' ? page.redirect : null));
  const [entry, setEntry] = useState<LoginDraft>({ account: screen.loginName, base: screen.loginName, password: '' });
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
const EMPTY_FORM: FormProps['screen'] = {
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
