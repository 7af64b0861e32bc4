import { useSelector } from '@xstate/react';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import { editLogin, submitLogin } from '../../../machines/session/login.events.ts';
import type { PasswordProblem } from '../../../machines/session/password.rules.ts';
import { selectLoginProblems } from '../../../machines/session/session.screens.ts';
import { Button } from '../../ui/button.tsx';
import { formText, PasswordField, TextField } from '../../ui/field.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import css from './login.module.css';
import { type LoginDraft, shownAccount } from './login-entry.ts';
import type { FormProps } from './session-actor.ts';

const useProblemText = (): ((problem: PasswordProblem | null) => string | null) => {
  const { t } = useTranslation('session');
  return (problem) => {
    switch (problem) {
      case 'incomplete':
        return t('problem.incomplete');
      case 'passwordFormat':
        return t('problem.passwordFormat');
      case null:
        return null;
    }
  };
};

/** Only the type matters here: the machine accepts any submit unless a login is in progress. */
const SUBMIT = submitLogin({ account: '', password: '' }, () => '');

type LoginFormProps = FormProps & {
  readonly entry: LoginDraft;
  readonly onEntry: (entry: LoginDraft) => void;
};

/** The password goes into the vault; the machine gets a reference. Entries stay when the login fails. */
export const LoginForm = ({ session, screen, entry, onEntry }: LoginFormProps) => {
  const { t } = useTranslation('session');
  const { storeSecret } = useBrowserActions();
  const problemText = useProblemText();
  const { busy, loginName, recovered } = screen;
  const canSubmit = useSelector(session, (snapshot) => snapshot.can(SUBMIT));
  const problems = useSelector(session, selectLoginProblems);
  const fields = { account: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const account = shownAccount(entry, loginName);
  const { password } = entry;
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
        error={problemText(problems?.account ?? null)}
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
        error={problemText(problems?.password ?? null)}
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
