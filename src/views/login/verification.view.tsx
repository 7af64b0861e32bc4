import { useSelector } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { loginFormPath } from '../../../machines/portal/portal.routes.ts';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import type { passwordResetMachine } from '../../../machines/session/password-reset.machine.ts';
import { selectPasswordResetScreen } from '../../../machines/session/password-reset.screens.ts';
import { editPhoneLogin, editReset, submitPhoneLogin, submitReset } from '../../../machines/session/recovery.events.ts';
import type { ResetEntry } from '../../../machines/session/recovery.validation.ts';
import { selectPhoneLoginProblems } from '../../../machines/session/session.screens.ts';
import { selectVerificationScreen } from '../../../machines/session/verification.screens.ts';
import { Button } from '../../ui/button.tsx';
import { formText, PasswordField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useBrowserActions, usePortal } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import css from './login.module.css';
import type { ContactProps, FormProps, VerificationActor } from './login.types.ts';
import { useProblemText, useTarget, VerificationFields } from './verification-fields.view.tsx';

/** Only the types matter here: the machines accept any submit unless one is in progress. */
const LOGIN = submitPhoneLogin({ target: '', code: '' }, () => '');
const RESET = submitReset('email', { target: '', code: '', password: '', repeat: '' }, () => '');

type ContactForm = ContactProps & { readonly verification: VerificationActor };
type ResetFormProps = ContactForm & { readonly recovery: ActorRefFrom<typeof passwordResetMachine> };

const ResetForm = ({ recovery, ...form }: ResetFormProps) => {
  const { t } = useTranslation('recovery');
  const portal = usePortal();
  const { storeSecret } = useBrowserActions();
  const problemText = useProblemText();
  const { name, by, failure, problems } = useSelector(recovery, selectPasswordResetScreen);
  const redirect = useSelector(portal, ({ context: { page } }) => (page?.name === 'login' ? page.redirect : null));
  const [typed, setTyped] = useState({ code: '', password: '', repeat: '' });
  const fields = {
    target: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    repeat: useRef<HTMLInputElement>(null),
  };
  const target = useTarget(by, form);
  const canSubmit = useSelector(recovery, (snapshot) => snapshot.can(RESET));
  const busy = name === 'resetting';

  const type = (field: Exclude<keyof ResetEntry, 'target'>) => (text: string) => {
    const next = { ...typed, [field]: text };
    setTyped(next);
    sendIfUsed(recovery, editReset(by, field, { ...next, target: target.address }));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!canSubmit) return;
    const { currentTarget } = event;
    const visible = {
      code: formText(currentTarget, 'code'),
      password: formText(currentTarget, 'new-password'),
      repeat: formText(currentTarget, 'repeat-password'),
    };
    setTyped(visible);
    recovery.send(submitReset(by, { ...visible, target: target.take(currentTarget) }, storeSecret));
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
      <VerificationFields
        {...form}
        channel={by}
        target={target}
        onTarget={(changed) => sendIfUsed(recovery, editReset(by, 'target', { ...typed, target: changed }))}
        code={typed.code}
        onCode={type('code')}
        problems={problems}
        failure={failure}
        failedTitle={t('reset.failed')}
        fields={fields}
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

/** Phone number and code; the code goes into the vault like a password. */
const PhoneLogin = ({ session, screen, ...form }: FormProps & ContactForm) => {
  const { t } = useTranslation(['recovery', 'session']);
  const { storeSecret } = useBrowserActions();
  const state = useSelector(form.verification, (snapshot) => selectVerificationScreen(snapshot).name);
  const [code, setCode] = useState('');
  const fields = { target: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) };
  const target = useTarget('phone', form);
  const canSubmit = useSelector(session, (snapshot) => snapshot.can(LOGIN));
  const problems = useSelector(session, selectPhoneLoginProblems);
  const typeCode = (next: string) => {
    setCode(next);
    sendIfUsed(session, editPhoneLogin({ target: target.address, code: next }));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!canSubmit) return;
    const visible = { target: target.take(event.currentTarget), code: formText(event.currentTarget, 'code') };
    setCode(visible.code);
    session.send(submitPhoneLogin(visible, storeSecret));
    const wrong = firstInvalidField(selectPhoneLoginProblems(session.getSnapshot()));
    if (wrong) fields[wrong].current?.focus();
  };

  return (
    <form className={css['form']} onSubmit={submit} noValidate data-state={state}>
      <VerificationFields
        {...form}
        channel="phone"
        target={target}
        onTarget={(changed) => sendIfUsed(session, editPhoneLogin({ target: changed, code }))}
        code={code}
        onCode={typeCode}
        problems={problems}
        failure={screen.failure}
        failedTitle={t('session:login.failed')}
        fields={fields}
      />
      <Button track="login_by_phone" type="submit" size="lg" wide busy={screen.busy} disabled={!canSubmit}>
        {screen.busy ? t('login.busy') : t('login.submit')}
      </Button>
    </form>
  );
};

export const VerificationView = (props: FormProps & ContactProps) => {
  const { session, screen, contact, onContact } = props;
  const verification = useSelector(session, ({ children }) => children.verification);
  const recovery = useSelector(session, ({ children }) => children.recovery);
  const ofRecovery = useSelector(recovery, (snapshot) => snapshot?.children.verification);
  if (typeof screen.method !== 'object')
    return verification ? <PhoneLogin {...props} verification={verification} /> : null;
  if (!recovery || !ofRecovery) return null;
  const form = { recovery, verification: ofRecovery, contact, onContact };
  return <ResetForm key={screen.method.recovery} {...form} />;
};
