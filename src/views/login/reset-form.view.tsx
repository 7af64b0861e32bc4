import { useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { loginFacePath } from '../../../machines/portal/portal.routes.ts';
import type { passwordResetMachine } from '../../../machines/session/password-reset.machine.ts';
import { selectPasswordResetScreen } from '../../../machines/session/password-reset.screens.ts';
import { toPhoneNumber } from '../../../machines/session/phone.entry.ts';
import {
  codeProblem,
  newPasswordProblem,
  repeatProblem,
  targetProblem,
} from '../../../machines/session/recovery.validation.ts';
import { selectVerificationScreen } from '../../../machines/session/verification.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useGestures, usePortal } from '../portal/portal.context.tsx';
import { CodeField, type VerificationActor } from './code-field.view.tsx';
import css from './login.module.css';
import type { ContactEntry } from './login-entry.ts';
import { PhoneField, useCallingCode } from './phone-field.view.tsx';
import { usePlacedFailure, useProblemText } from './recovery-text.ts';
import verificationCss from './verification.module.css';

type RecoveryActor = ActorRefFrom<typeof passwordResetMachine>;

type ResetFormProps = {
  readonly recovery: RecoveryActor;
  readonly contact: ContactEntry;
  readonly onContact: (contact: ContactEntry) => void;
};

type FieldsProps = ResetFormProps & { readonly verification: VerificationActor };

/** A new password: by which way the code comes, the code, and the password twice. */
export const ResetForm = (props: ResetFormProps): ReactNode => {
  const verification = useSelector(props.recovery, ({ children }) => children.verification);
  return verification ? <Fields {...props} verification={verification} /> : null;
};

const Fields = ({ recovery, verification, contact, onContact }: FieldsProps): ReactNode => {
  const { t } = useTranslation('recovery');
  const portal = usePortal();
  const { keepSecret } = useGestures();
  const problemText = useProblemText();
  const placed = usePlacedFailure();
  const { name, by, failure } = useSelector(recovery, selectPasswordResetScreen);
  const redirect = useSelector(portal, ({ context: { page } }) => (page?.name === 'login' ? page.redirect : null));
  const [entry, setEntry] = useState({ code: '', password: '', repeat: '' });
  const [judged, setJudged] = useState({ target: false, rest: false });
  const [answered, setAnswered] = useState('');
  const targetField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const repeatField = useRef<HTMLInputElement>(null);
  const callingCode = useCallingCode(contact);
  const target = by === 'email' ? contact.email.trim() : toPhoneNumber(callingCode, contact.phone);
  const found = {
    target: targetProblem(by, target),
    code: codeProblem(entry.code),
    password: newPasswordProblem(entry.password),
    repeat: repeatProblem(entry.password, entry.repeat),
  };
  const canSubmit = useSelector(recovery, (snapshot) =>
    snapshot.can({ type: 'reset.submit', target, codeRef: '', passwordRef: '' }),
  );
  const refused = placed(answered === `${target} ${entry.code}` ? failure : null);
  const sending = useSelector(verification, selectVerificationScreen);
  const unsent = placed(sending.target === target ? sending.failure : null);
  const targetError = problemText(judged.target ? found.target : null) ?? refused.target ?? unsent.target;
  const busy = name === 'resetting';

  const mayAsk = () => {
    setJudged({ ...judged, target: true });
    if (found.target) targetField.current?.focus();
    else codeField.current?.focus();
    return found.target === null;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged({ target: true, rest: true });
    if (found.target) targetField.current?.focus();
    else if (found.code) codeField.current?.focus();
    else if (found.password) passwordField.current?.focus();
    else if (found.repeat) repeatField.current?.focus();
    else if (canSubmit) {
      setAnswered(`${target} ${entry.code}`);
      recovery.send({
        type: 'reset.submit',
        target,
        codeRef: keepSecret(entry.code),
        passwordRef: keepSecret(entry.password),
      });
    }
  };

  return (
    <form className={css['form']} onSubmit={submit} noValidate data-state={name}>
      <Segmented
        legend={t('reset.ways')}
        value={by}
        onPick={(way) => portal.send({ type: 'page.open', to: loginFacePath(redirect, way) })}
        options={[
          { value: 'email', label: t('reset.byEmail') },
          { value: 'phone', label: t('reset.byPhone') },
        ]}
      />
      {refused.elsewhere && (
        <Callout tone="error" title={t('reset.failed')} live="assertive">
          {refused.elsewhere}
        </Callout>
      )}
      {by === 'phone' ? (
        <PhoneField ref={targetField} contact={contact} onContact={onContact} error={targetError} />
      ) : (
        <TextField
          ref={targetField}
          label={t('reset.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
          value={contact.email}
          onChange={(email) => onContact({ ...contact, email })}
          error={targetError}
          hint={t('reset.emailHint')}
        />
      )}
      <CodeField
        ref={codeField}
        verification={verification}
        target={target}
        mayAsk={mayAsk}
        code={entry.code}
        onCode={(code) => setEntry({ ...entry, code })}
        error={problemText(judged.rest ? found.code : null) ?? refused.code}
      />
      <PasswordField
        ref={passwordField}
        label={t('reset.password')}
        name="new-password"
        autoComplete="new-password"
        required
        value={entry.password}
        onChange={(password) => setEntry({ ...entry, password })}
        error={problemText(judged.rest ? found.password : null)}
        hint={t('reset.passwordHint')}
        revealLabel={t('reset.show')}
        hideLabel={t('reset.hide')}
      />
      <PasswordField
        ref={repeatField}
        label={t('reset.repeat')}
        name="repeat-password"
        autoComplete="new-password"
        required
        value={entry.repeat}
        onChange={(repeat) => setEntry({ ...entry, repeat })}
        error={problemText(judged.rest ? found.repeat : null)}
        revealLabel={t('reset.show')}
        hideLabel={t('reset.hide')}
      />
      <Button track="reset_password" type="submit" size="lg" wide busy={busy} disabled={!canSubmit}>
        {busy ? t('reset.busy') : t('reset.submit')}
      </Button>
      <p className={verificationCss['word']}>{t('reset.ends')}</p>
    </form>
  );
};
