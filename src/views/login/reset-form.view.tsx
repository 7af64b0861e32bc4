import { useSelector } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { loginFormPath } from '../../../machines/portal/portal.routes.ts';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import type { passwordResetMachine } from '../../../machines/session/password-reset.machine.ts';
import { selectPasswordResetScreen } from '../../../machines/session/password-reset.screens.ts';
import { editReset, submitReset } from '../../../machines/session/recovery.events.ts';
import type { ResetEntry } from '../../../machines/session/recovery.validation.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useBrowserActions, usePortal } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import css from './login.module.css';
import type { ContactProps, VerificationActor } from './login.types.ts';
import { useProblemText, useTarget, VerificationFields } from './verification-fields.view.tsx';

/** Only the type matters here: the machine accepts any submit unless a reset is in progress. */
const SUBMIT = submitReset('email', { target: '', code: '', password: '', repeat: '' }, () => '');

type RecoveryActor = ActorRefFrom<typeof passwordResetMachine>;

type ResetFormProps = ContactProps & { readonly recovery: RecoveryActor };

type FieldsProps = ResetFormProps & { readonly verification: VerificationActor };

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
  const redirect = useSelector(portal, ({ context: { page } }) => (page?.name === 'login' ? page.redirect : null));
  const [typed, setTyped] = useState({ code: '', password: '', repeat: '' });
  const fields = {
    target: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    repeat: useRef<HTMLInputElement>(null),
  };
  const target = useTarget(by, { contact, onContact });
  const canSubmit = useSelector(recovery, (snapshot) => snapshot.can(SUBMIT));
  const busy = name === 'resetting';

  const type = (field: Exclude<keyof ResetEntry, 'target'>) => (text: string) => {
    const next = { ...typed, [field]: text };
    setTyped(next);
    sendIfUsed(recovery, editReset(by, field, { ...next, target: target.address }));
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
    recovery.send(submitReset(by, { ...visible, target: target.take(form) }, storeSecret));
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
        verification={verification}
        channel={by}
        contact={contact}
        onContact={onContact}
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
