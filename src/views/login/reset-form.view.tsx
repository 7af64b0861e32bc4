import { useSelector } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { loginFormPath } from '../../../machines/portal/portal.routes.ts';
import { readEmail } from '../../../machines/session/contact.entry.ts';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import type { passwordResetMachine } from '../../../machines/session/password-reset.machine.ts';
import { selectPasswordResetScreen } from '../../../machines/session/password-reset.screens.ts';
import { editReset, editTarget, submitReset } from '../../../machines/session/recovery.events.ts';
import type { ResetEntry } from '../../../machines/session/recovery.validation.ts';
import { selectVerificationScreen } from '../../../machines/session/verification.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formText, PasswordField, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useBrowserActions, usePortal } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import { CodeField, type VerificationActor } from './code-field.view.tsx';
import css from './login.module.css';
import { type ContactEntry, type ContactProps, visibleContact } from './login-entry.ts';
import { PhoneField, useReadPhone } from './phone-field.view.tsx';
import { useFieldFailures, useProblemText } from './recovery-text.ts';

/** Only the type matters here: the machine accepts any submit unless a reset is in progress. */
const SUBMIT = submitReset('email', { target: '', code: '', password: '', repeat: '' }, () => '');

type RecoveryActor = ActorRefFrom<typeof passwordResetMachine>;

type ResetFormProps = ContactProps & { readonly recovery: RecoveryActor };

type FieldsProps = ResetFormProps & { readonly verification: VerificationActor };

/** A new password: the channel of the code, the code, and the password twice. */
export const ResetForm = (props: ResetFormProps) => {
  const verification = useSelector(props.recovery, ({ children }) => children.verification);
  return verification ? <Fields {...props} verification={verification} /> : null;
};

const Fields = ({ recovery, verification, contact, onContact }: FieldsProps) => {
  const { t } = useTranslation('recovery');
  const portal = usePortal();
  const { storeSecret } = useBrowserActions();
  const problemText = useProblemText();
  const { name, by, failure, problems } = useSelector(recovery, selectPasswordResetScreen);
  const failuresOf = useFieldFailures(by);
  const redirect = useSelector(portal, ({ context: { page } }) => (page?.name === 'login' ? page.redirect : null));
  const [typed, setTyped] = useState({ code: '', password: '', repeat: '' });
  const fields = {
    target: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    repeat: useRef<HTMLInputElement>(null),
  };
  const readPhone = useReadPhone();
  const targetOf = (next: ContactEntry) => (by === 'email' ? readEmail(next.email) : readPhone(next).number);
  const target = targetOf(contact);
  const canSubmit = useSelector(recovery, (snapshot) => snapshot.can(SUBMIT));
  const refused = failuresOf(failure);
  const sending = useSelector(verification, selectVerificationScreen);
  const notSent = failuresOf(sending.failure);
  const targetError =
    problemText(problems?.target ?? sending.problems?.target ?? null) ?? refused.target ?? notSent.target;
  const busy = name === 'resetting';

  const typeContact = (next: ContactEntry) => {
    const changed = targetOf(next);
    onContact(next);
    sendIfUsed(recovery, editReset(by, 'target', { ...typed, target: changed }));
    sendIfUsed(verification, editTarget(by, changed));
  };
  const type = (field: Exclude<keyof ResetEntry, 'target'>) => (text: string) => {
    const next = { ...typed, [field]: text };
    setTyped(next);
    sendIfUsed(recovery, editReset(by, field, { ...next, target }));
  };

  const takeVisible = (form: HTMLFormElement) => {
    const visible = visibleContact(form, contact);
    onContact(visible);
    return targetOf(visible);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!canSubmit) return;
    const form = event.currentTarget;
    const visible = {
      code: formText(form, 'code'),
      password: formText(form, 'new-password'),
      repeat: formText(form, 'repeat-password'),
    };
    setTyped(visible);
    recovery.send(submitReset(by, { ...visible, target: takeVisible(form) }, storeSecret));
    const wrong = firstInvalidField(selectPasswordResetScreen(recovery.getSnapshot()).problems);
    if (wrong) fields[wrong].current?.focus();
  };

  return (
    <form className={css['form']} onSubmit={submit} noValidate data-state={name}>
      <Segmented
        legend={t('reset.ways')}
        value={by}
        onPick={(way) => portal.send({ type: 'page.open', to: loginFormPath(redirect, way) })}
        options={[
          { value: 'email', label: t('reset.byEmail') },
          { value: 'phone', label: t('reset.byPhone') },
        ]}
      />
      {refused.form && (
        <Callout tone="error" title={t('reset.failed')} live="assertive">
          {refused.form}
        </Callout>
      )}
      {by === 'phone' ? (
        <PhoneField
          ref={fields.target}
          contact={contact}
          onContact={typeContact}
          shown={readPhone(contact).shown}
          error={targetError}
        />
      ) : (
        <TextField
          ref={fields.target}
          label={t('reset.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
          value={contact.email}
          onChange={(email) => typeContact({ ...contact, email })}
          error={targetError}
          hint={t('reset.emailHint')}
        />
      )}
      <CodeField
        ref={fields.code}
        verification={verification}
        channel={by}
        target={target}
        takeTarget={takeVisible}
        targetField={fields.target}
        code={typed.code}
        onCode={type('code')}
        error={problemText(problems?.code ?? null) ?? refused.code}
      />
      <PasswordField
        ref={fields.password}
        label={t('reset.password')}
        name="new-password"
        autoComplete="new-password"
        required
        value={typed.password}
        onChange={type('password')}
        error={problemText(problems?.password ?? null)}
        hint={t('reset.passwordHint')}
        revealLabel={t('reset.show')}
        hideLabel={t('reset.hide')}
      />
      <PasswordField
        ref={fields.repeat}
        label={t('reset.repeat')}
        name="repeat-password"
        autoComplete="new-password"
        required
        value={typed.repeat}
        onChange={type('repeat')}
        error={problemText(problems?.repeat ?? null)}
        revealLabel={t('reset.show')}
        hideLabel={t('reset.hide')}
      />
      <Button track="reset_password" type="submit" size="lg" wide busy={busy} disabled={!canSubmit}>
        {busy ? t('reset.busy') : t('reset.submit')}
      </Button>
    </form>
  );
};
