import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from '../../../machines/session/session.machine.ts';
import type { SessionScreen } from '../../../machines/session/session.screens.ts';
import type { verificationMachine } from '../../../machines/session/verification.machine.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

export type VerificationActor = ActorRefFrom<typeof verificationMachine>;

export type FormProps = {
  readonly session: SessionActor;
  readonly screen: Extract<SessionScreen, { readonly name: 'form' }>;
};

/** Shared by the forms; `region` null: the region of the language. */
export type ContactEntry = { readonly email: string; readonly region: string | null; readonly phone: string };

export type ContactProps = { readonly contact: ContactEntry; readonly onContact: (contact: ContactEntry) => void };
