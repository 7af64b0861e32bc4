import { useSelector } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import { editPhoneLogin, editTarget, submitPhoneLogin } from '../../../machines/session/recovery.events.ts';
import { selectPhoneLoginProblems } from '../../../machines/session/session.screens.ts';
import { selectVerificationScreen } from '../../../machines/session/verification.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formText } from '../../ui/field.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import { CodeField, type VerificationActor } from './code-field.view.tsx';
import css from './login.module.css';
import { type ContactEntry, type ContactProps, visibleContact } from './login-entry.ts';
import { PhoneField, useReadPhone } from './phone-field.view.tsx';
import { useFieldFailures, useProblemText } from './recovery-text.ts';
import type { FormProps } from './session-actor.ts';

/** Only the type matters here: the machine accepts any submit unless a login is in progress. */
const SUBMIT = submitPhoneLogin({ target: '', code: '' }, () => '');

type PhoneLoginProps = FormProps & ContactProps & { readonly verification: VerificationActor };

/** Phone number and code; the code goes into the vault like a password. */
export const PhoneLogin = (props: PhoneLoginProps) => {
  const { session, screen, verification, contact, onContact } = props;
  const { t } = useTranslation('recovery');
  const { t: ts } = useTranslation('session');
  const { storeSecret } = useBrowserActions();
  const problemText = useProblemText();
  const failuresOf = useFieldFailures('phone');
  const sending = useSelector(verification, selectVerificationScreen);
  const [code, setCode] = useState('');
  const fields = { target: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) };
  const readPhone = useReadPhone();
  const { number: target, shown } = readPhone(contact);
  const canSubmit = useSelector(session, (snapshot) => snapshot.can(SUBMIT));
  const problems = useSelector(session, selectPhoneLoginProblems);
  const refused = failuresOf(screen.failure);
  const notSent = failuresOf(sending.failure);

  const typeContact = (next: ContactEntry) => {
    const { number: changed } = readPhone(next);
    onContact(next);
    sendIfUsed(session, editPhoneLogin({ target: changed, code }));
    sendIfUsed(verification, editTarget('phone', changed));
  };
  const typeCode = (next: string) => {
    setCode(next);
    sendIfUsed(session, editPhoneLogin({ target, code: next }));
  };

  const takeVisible = (form: HTMLFormElement) => {
    const visible = visibleContact(form, contact);
    onContact(visible);
    return readPhone(visible).number;
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!canSubmit) return;
    const visible = { target: takeVisible(event.currentTarget), code: formText(event.currentTarget, 'code') };
    setCode(visible.code);
    session.send(submitPhoneLogin(visible, storeSecret));
    const wrong = firstInvalidField(selectPhoneLoginProblems(session.getSnapshot()));
    if (wrong) fields[wrong].current?.focus();
  };

  return (
    <form className={css['form']} onSubmit={submit} noValidate data-state={sending.name}>
      {refused.form && (
        <Callout tone="error" title={ts('login.failed')} live="assertive">
          {refused.form}
        </Callout>
      )}
      <PhoneField
        ref={fields.target}
        contact={contact}
        onContact={typeContact}
        shown={shown}
        error={problemText(problems?.target ?? sending.problems?.target ?? null) ?? refused.target ?? notSent.target}
      />
      <CodeField
        ref={fields.code}
        verification={verification}
        channel="phone"
        target={target}
        takeTarget={takeVisible}
        targetField={fields.target}
        code={code}
        onCode={typeCode}
        error={problemText(problems?.code ?? null) ?? refused.code}
      />
      <Button track="login_by_phone" type="submit" size="lg" wide busy={screen.busy} disabled={!canSubmit}>
        {screen.busy ? t('login.busy') : t('login.submit')}
      </Button>
    </form>
  );
};
