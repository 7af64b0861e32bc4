import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from '../../../machines/session/session.machine.ts';
import type { SessionScreen } from '../../../machines/session/session.screens.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

export type FormScreen = Extract<SessionScreen, { name: 'form' }>;

export type FormProps = { readonly session: SessionActor; readonly screen: FormScreen };
