import { useSelector } from '@xstate/react';
import type { ContactProps } from './login-entry.ts';
import { PhoneLogin } from './phone-login.view.tsx';
import { ResetForm } from './reset-form.view.tsx';
import type { FormProps } from './session-actor.ts';

/** The forms of the login page that use codes. */
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
