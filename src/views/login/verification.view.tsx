import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ContactEntry } from './login-entry.ts';
import { PhoneLogin } from './phone-login.view.tsx';
import { ResetForm } from './reset-form.view.tsx';
import type { FormScreen, SessionActor } from './session-actor.ts';

type VerificationViewProps = {
  readonly session: SessionActor;
  readonly screen: FormScreen;
  readonly contact: ContactEntry;
  readonly onContact: (contact: ContactEntry) => void;
};

/** The forms of the login page that use codes. */
export const VerificationView = ({ session, screen, contact, onContact }: VerificationViewProps): ReactNode => {
  const verification = useSelector(session, ({ children }) => children.verification);
  const recovery = useSelector(session, ({ children }) => children.recovery);
  if (typeof screen.method === 'object')
    return recovery ? (
      <ResetForm key={screen.method.recovery} recovery={recovery} contact={contact} onContact={onContact} />
    ) : null;
  return verification ? (
    <PhoneLogin session={session} screen={screen} verification={verification} contact={contact} onContact={onContact} />
  ) : null;
};
