import { useSelector } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import { editPhoneLogin, submitPhoneLogin } from '../../../machines/session/recovery.events.ts';
import { selectPhoneLoginProblems } from '../../../machines/session/session.screens.ts';
import { selectVerificationScreen } from '../../../machines/session/verification.screens.ts';
import { Button } from '../../ui/button.tsx';
import { formText } from '../../ui/form-text.ts';
import { useBrowserActions } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import css from './login.module.css';
import type { ContactProps, FormProps, VerificationActor } from './login.types.ts';
import { ResetForm } from './reset-form.view.tsx';
import { useTarget, VerificationFields } from './verification-fields.view.tsx';

/** Only the type matters here: the machine accepts any submit unless a login is in progress. */
const SUBMIT = submitPhoneLogin({ target: '', code: '' }, () => '');

type PhoneLoginProps = FormProps & ContactProps & { readonly verification: VerificationActor };

/** Phone number and code; the code goes into the vault like a password. */
const PhoneLogin = (props: PhoneLoginProps) => {
  const { session, screen, verification, contact, onContact } = props;
  const { t } = useTranslation(['recovery', 'session']);
  const { storeSecret } = useBrowserActions();
  const state = useSelector(verification, (snapshot) => selectVerificationScreen(snapshot).name);
  const [code, setCode] = useState('');
  const fields = { target: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) };
  const target = useTarget('phone', props);
  const canSubmit = useSelector(session, (snapshot) => snapshot.can(SUBMIT));
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
        verification={verification}
        channel="phone"
        contact={contact}
        onContact={onContact}
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
  if (typeof screen.method === 'object')
    return recovery ? (
      <ResetForm key={screen.method.recovery} recovery={recovery} contact={contact} onContact={onContact} />
    ) : null;
  return verification ? <PhoneLogin {...props} verification={verification} /> : null;
};
