import { useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { loginProblems, type PasswordProblem } from '../../../machines/session/session.validation.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { useGestures } from '../portal/portal.context.tsx';
import css from './login.module.css';
import type { SessionActor } from './session-actor.ts';

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

/** The password goes into the vault; the machine hears a reference. Entries stay when the login is refused. */
export const LoginForm = ({ session }: { readonly session: SessionActor }): ReactNode => {
  const { t } = useTranslation('session');
  const { keepSecret } = useGestures();
  const problemText = useProblemText();
  const busy = useSelector(session, (snapshot) => {
    const screen = selectSessionScreen(snapshot);
    return screen.name === 'form' && screen.busy;
  });
  const canSubmit = useSelector(session, (snapshot) =>
    snapshot.can({ type: 'login.submit', method: 'account', account: '', passwordRef: '' }),
  );
  const [entry, setEntry] = useState(() => ({ account: session.getSnapshot().context.loginName, password: '' }));
  const [judged, setJudged] = useState(false);
  const account = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const problems = judged ? loginProblems(entry) : { account: null, password: null };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = loginProblems(entry);
    setJudged(true);
    if (found.account) account.current?.focus();
    else if (found.password) password.current?.focus();
    else if (canSubmit)
      session.send({
        type: 'login.submit',
        method: 'account',
        account: entry.account.trim(),
        passwordRef: keepSecret(entry.password),
      });
  };

  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <TextField
        ref={account}
        label={t('login.account')}
        name="username"
        autoComplete="username"
        required
        maxLength={128}
        value={entry.account}
        onChange={(value) => setEntry({ ...entry, account: value })}
        error={problemText(problems.account)}
      />
      <PasswordField
        ref={password}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        required
        value={entry.password}
        onChange={(value) => setEntry({ ...entry, password: value })}
        error={problemText(problems.password)}
        {...(problems.password === 'passwordFormat' && { hint: t('login.hint') })}
        revealLabel={t('login.show')}
        hideLabel={t('login.hide')}
      />
      <Button type="submit" size="lg" wide busy={busy} disabled={!canSubmit}>
        {busy ? t('login.busy') : t('login.submit')}
      </Button>
    </form>
  );
};
