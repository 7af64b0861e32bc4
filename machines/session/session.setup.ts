import { assign, sendParent, setup } from 'xstate';
import { toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type { SessionContext, SessionEnd, SessionEvent, SessionGrant, SessionReport } from './session.types.ts';

type Rejected = { readonly error: unknown };

const NOBODY = { account: null, customerService: null, passwordRef: null, loginName: '', failure: null } as const;

export const blankSession: SessionContext = { ...NOBODY, by: 'restore' };

export const credentialsOf = ({ loginName, passwordRef }: SessionContext) => ({
  account: loginName,
  passwordRef: passwordRef ?? '',
});

const activation = ({ account, customerService, by }: SessionContext): SessionReport =>
  account ? { type: 'session.activated', grant: { account, customerService }, by } : { type: 'session.absent' };

export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
  },
  actors: {
    restore: portStub<SessionGrant | null, Record<string, never>>('session.restore'),
    login: portStub<SessionGrant, { readonly account: string; readonly passwordRef: string }>('session.login'),
    forget: portStub<void, { readonly why: SessionEnd }>('session.forget'),
  },
  guards: {
    isGranted: (_, { grant }: { readonly grant: SessionGrant | null }) => grant !== null,
    isTokenUnknown: (_, { error }: Rejected) => toFailure(error).reason === 'tokenFailure',
    isSignedOut: (_, { error }: Rejected) => toFailure(error).reason === 'signedOutByServer',
  },
  actions: {
    keepCredentials: assign((_, typed: { readonly account: string; readonly passwordRef: string }) => ({
      loginName: typed.account,
      passwordRef: typed.passwordRef,
      failure: null,
      by: 'login' as const,
    })),
    dropSecret: assign({ passwordRef: null }),
    followOtherTab: assign({ ...NOBODY, by: 'other-tab' }),
    keepGrant: assign((_, { grant }: { readonly grant: SessionGrant | null }) => ({ ...NOBODY, ...grant })),
    keepFailure: assign({ failure: (_, { error }: Rejected) => toFailure(error) }),
    dropAccount: assign(NOBODY),
    reportActivated: sendParent(({ context }) => activation(context)),
    reportAbsent: sendParent((): SessionReport => ({ type: 'session.absent' })),
    reportUnclear: sendParent(
      ({ context }): SessionReport => ({ type: 'session.unclear', failure: context.failure ?? toFailure(null) }),
    ),
    reportEnded: sendParent(
      (_, { why }: { readonly why: SessionEnd }): SessionReport => ({ type: 'session.ended', why }),
    ),
  },
  delays: {
    /** A server that does not answer the farewell keeps nobody from logging in again. */
    patience: 5_000,
  },
});
