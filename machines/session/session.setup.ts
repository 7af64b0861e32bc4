import { assign, sendParent, setup } from 'xstate';
import { failureOf, toFailure } from '../kernel/failure.ts';
import { machineStub, ports } from '../kernel/port.ts';
import type { CodeChannel } from './contact.rules.ts';
import { haveProblemsChanged, isValid } from './entry.problems.ts';
import type { passwordResetMachine } from './password-reset.machine.ts';
import type {
  Redeemed,
  Restored,
  SessionContext,
  SessionEnd,
  SessionEvent,
  SessionEventOf,
  SessionPorts,
  SessionReport,
} from './session.types.ts';
import type { verificationMachine } from './verification.machine.ts';

const NO_ACCOUNT = {
  account: null,
  customerService: null,
  other: undefined,
  passwordRef: null,
  loginName: '',
  failure: null,
  problems: null,
} as const;

export const blankSession: SessionContext = {
  ...NO_ACCOUNT,
  method: 'account',
  recovery: null,
  recovered: false,
  by: 'restore',
};

/** A refused phone login is shown next to a field, so any edit clears it. */
const isPhoneLoginRefused = ({ failure, method }: SessionContext): boolean => failure !== null && method === 'phone';

const activation = ({ account, customerService, by }: SessionContext): SessionReport =>
  account ? { type: 'session.activated', grant: { account, customerService }, by } : { type: 'session.absent' };

export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    children: {} as { verification: 'verification'; recovery: 'passwordReset' },
  },
  actors: {
    ...ports<SessionPorts>({
      restore: 'port',
      login: 'port',
      redeemTicket: 'port',
      settleLogin: 'port',
      deleteSession: 'port',
      saveNotice: 'port',
      loadRecovery: 'port',
    }),
    verification: machineStub<typeof verificationMachine>('verification'),
    passwordReset: machineStub<typeof passwordResetMachine>('passwordReset'),
  },
  guards: {
    hasTicket: (_, restored: Restored) => restored !== null && 'beforeTicket' in restored,
    isGranted: (_, restored: Restored) => restored !== null,
    isOther: (_, redeemed: Redeemed) => 'other' in redeemed,
    isLinkExpired: (args) => failureOf(args).reason === 'linkExpired',
    staysLoggedIn: (args) => failureOf(args).reason === 'linkExpired' && args.context.account !== null,
    isTokenUnknown: (args) => failureOf(args).reason === 'tokenFailure',
    isSignedOut: (args) => failureOf(args).reason === 'signedOutByServer',
    isByPhone: ({ event }) => event.type === 'login.by' && event.method === 'phone',
    isByAccount: ({ event }) => event.type === 'login.by' && event.method === 'account',
    isEntryValid: ({ event }) => event.type === 'login.submit' && isValid(event.problems),
    changesErrors: ({ context, event }) =>
      event.type === 'login.edit' &&
      (haveProblemsChanged(context.problems, event.problems) || isPhoneLoginRefused(context)),
    isRecoveryRequested: ({ context }) => context.recovery !== null,
    isRecoveryCancelled: ({ context }) => context.recovery === null,
    isOtherMethod: ({ context, event }) =>
      event.type === 'recovery.requested' && event.by !== null && event.by !== context.recovery,
  },
  actions: {
    setCredentials: assign((_, typed: SessionEventOf<'login.submit'>) => ({
      method: typed.method,
      recovered: false,
      loginName: typed.account,
      passwordRef: typed.passwordRef,
      failure: null,
      problems: typed.problems,
      by: typed.method === 'phone' ? ('phone' as const) : ('login' as const),
    })),
    setProblems: assign((_, { problems }: Pick<SessionEventOf<'login.submit'>, 'problems'>) => ({ problems })),
    setEdit: assign(({ context }, { problems }: SessionEventOf<'login.edit'>) => ({
      problems: context.problems && problems,
      failure: isPhoneLoginRefused(context) ? null : context.failure,
    })),
    setRecovery: assign((_, { by }: { readonly by: CodeChannel | null }) => ({ recovery: by })),
    setRecovered: assign((_, { target }: { readonly target: string }) => ({
      recovery: null,
      recovered: true,
      loginName: target,
      failure: null,
      problems: null,
    })),
    clearFailure: assign({ failure: null, problems: null }),
    clearSecret: assign({ passwordRef: null }),
    setOtherTab: assign({ ...NO_ACCOUNT, by: 'other-tab' }),
    setGrant: assign(({ context: { loginName } }, grant: Restored | Redeemed) => ({
      ...NO_ACCOUNT,
      loginName,
      ...(grant && 'beforeTicket' in grant ? grant.beforeTicket : grant),
    })),
    setOther: assign((_, redeemed: Redeemed) => ('other' in redeemed ? redeemed : {})),
    setFailure: assign({ failure: failureOf }),
    clearAccount: assign(NO_ACCOUNT),
    clearAllButName: assign(({ context: { loginName } }) => ({ ...NO_ACCOUNT, loginName })),
    reportActivated: sendParent(({ context }) => activation(context)),
    reportAbsent: sendParent((): SessionReport => ({ type: 'session.absent' })),
    reportRefused: sendParent(({ context }): SessionReport => ({ type: 'session.refused', method: context.method })),
    reportLinkExpired: sendParent((): SessionReport => ({ type: 'session.linkExpired' })),
    reportRecovered: sendParent((): SessionReport => ({ type: 'session.recovered' })),
    reportUnverified: sendParent(
      ({ context }): SessionReport => ({ type: 'session.unverified', failure: context.failure ?? toFailure(null) }),
    ),
    reportEnded: sendParent(
      (_, { why }: { readonly why: SessionEnd }): SessionReport => ({ type: 'session.ended', why }),
    ),
  },
  delays: {
    /** A new login is possible after this time even if the server does not respond. */
    logoutTimeout: 5_000,
  },
});
