import { useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toPhoneNumber } from '../../../machines/session/phone.entry.ts';
import { codeProblem, targetProblem } from '../../../machines/session/recovery.validation.ts';
import { selectVerificationScreen } from '../../../machines/session/verification.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useGestures } from '../portal/portal.context.tsx';
import { CodeField, type VerificationActor } from './code-field.view.tsx';
import css from './login.module.css';
import type { ContactEntry } from './login-entry.ts';
import { PhoneField, useCallingCode } from './phone-field.view.tsx';
import { usePlacedFailure, useProblemText } from './recovery-text.ts';
import type { FormScreen, SessionActor } from './session-actor.ts';

type PhoneLoginProps = {
  readonly session: SessionActor;
  readonly screen: FormScreen;
  readonly verification: VerificationActor;
  readonly contact: ContactEntry;
  readonly onContact: (contact: ContactEntry) => void;
};

/** Number and code; the code goes into the vault like a password. */
export const PhoneLogin = (props: PhoneLoginProps): ReactNode => {
  const { session, screen, verification, contact, onContact } = props;
  const { t } = useTranslation('recovery');
  const { t: ts } = useTranslation('session');
  const { keepSecret } = useGestures();
  const problemText = useProblemText();
  const placed = usePlacedFailure();
  const sending = useSelector(verification, selectVerificationScreen);
  const [code, setCode] = useState('');
  const [judged, setJudged] = useState({ target: false, code: false });
  const [answered, setAnswered] = useState('');
  const phoneField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const target = toPhoneNumber(useCallingCode(contact), contact.phone);
  const canSubmit = useSelector(session, (snapshot) =>
    snapshot.can({ type: 'login.submit', method: 'phone', account: target, passwordRef: '' }),
  );
  const found = { target: targetProblem('phone', target), code: codeProblem(code) };
  const refused = placed(answered === `${target} ${code}` ? screen.failure : null);
  const unsent = placed(sending.target === target ? sending.failure : null);

  const mayAsk = () => {
    setJudged({ target: true, code: false });
    if (found.target) phoneField.current?.focus();
    else codeField.current?.focus();
    return found.target === null;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged({ target: true, code: true });
    if (found.target) phoneField.current?.focus();
    else if (found.code) codeField.current?.focus();
    else if (canSubmit) {
      setAnswered(`${target} ${code}`);
      session.send({ type: 'login.submit', method: 'phone', account: target, passwordRef: keepSecret(code) });
    }
  };

  return (
    <form className={css['form']} onSubmit={submit} noValidate data-state={sending.name}>
      {refused.elsewhere && (
        <Callout tone="error" title={ts('login.failed')} live="assertive">
          {refused.elsewhere}
        </Callout>
      )}
      <PhoneField
        ref={phoneField}
        contact={contact}
        onContact={onContact}
        error={problemText(judged.target ? found.target : null) ?? refused.target ?? unsent.target}
      />
      <CodeField
        ref={codeField}
        verification={verification}
        target={target}
        mayAsk={mayAsk}
        code={code}
        onCode={setCode}
        error={problemText(judged.code ? found.code : null) ?? refused.code}
      />
      <Button track="login_by_phone" type="submit" size="lg" wide busy={screen.busy} disabled={!canSubmit}>
        {screen.busy ? t('login.busy') : t('login.submit')}
      </Button>
    </form>
  );
};
