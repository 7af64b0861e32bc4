import { useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loginProblems, type PasswordProblem } from '../../../machines/session/session.validation.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { useGestures } from '../portal/portal.context.tsx';
import css from './login.module.css';
import { type LoginEntry, shownAccount } from './login-entry.ts';
import type { FormScreen, SessionActor } from './session-actor.ts';

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

type LoginFormProps = {
  readonly session: SessionActor;
  readonly screen: FormScreen;
  readonly entry: LoginEntry;
  readonly onEntry: (entry: LoginEntry) => void;
};

/** The password goes into the vault; the machine hears a reference. Entries stay when the login is refused. */
export const LoginForm = ({ session, screen, entry, onEntry }: LoginFormProps): ReactNode => {
  const { t } = useTranslation('session');
  const { keepSecret } = useGestures();
  const problemText = useProblemText();
  const { busy, loginName, recovered } = screen;
  const canSubmit = useSelector(session, (snapshot) =>
    snapshot.can({ type: 'login.submit', method: 'account', account: '', passwordRef: '' }),
  );
  const [judged, setJudged] = useState(false);
  const accountField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const account = shownAccount(entry, loginName);
  const { password } = entry;
  const found = loginProblems({ account, password });
  const problems = judged ? found : { account: null, password: null };
  const type = (change: Partial<LoginEntry>) => onEntry({ account, password, ...change, base: loginName });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (found.account) accountField.current?.focus();
    else if (found.password) passwordField.current?.focus();
    else if (canSubmit)
      session.send({
        type: 'login.submit',
        method: 'account',
        account: account.trim(),
        passwordRef: keepSecret(password),
      });
  };

  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <TextField
        ref={accountField}
        label={t('login.account')}
        name="username"
        autoComplete="username"
        required
        maxLength={128}
        value={account}
        onChange={(value) => type({ account: value })}
        error={problemText(problems.account)}
      />
      <PasswordField
        ref={passwordField}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        required
        autoFocus={recovered}
        value={password}
        onChange={(value) => type({ password: value })}
        error={problemText(problems.password)}
        {...(problems.password === 'passwordFormat' && { hint: t('login.hint') })}
        revealLabel={t('login.show')}
        hideLabel={t('login.hide')}
      />
      <Button track="login" type="submit" size="lg" wide busy={busy} disabled={!canSubmit}>
        {busy ? t('login.busy') : t('login.submit')}
      </Button>
    </form>
  );
};
