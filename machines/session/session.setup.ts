import { assign, sendParent, setup } from 'xstate';
import { toFailure } from '../kernel/failure.ts';
import { machineStub, portStub } from '../kernel/port.ts';
import type { CodeChannel } from './contact.rules.ts';
import { areChanged, isValid } from './entry.problems.ts';
import type { passwordResetMachine } from './password-reset.machine.ts';
import type { PasswordResetInput } from './password-reset.types.ts';
import type {
  Credentials,
  SessionContext,
  SessionEnd,
  SessionEvent,
  SessionEventOf,
  SessionGrant,
  SessionReport,
} from './session.types.ts';
import type { verificationMachine } from './verification.machine.ts';
import type { VerificationInput } from './verification.types.ts';

type Rejected = { readonly error: unknown };

const NOBODY = {
  account: null,
  customerService: null,
  passwordRef: null,
  loginName: '',
  failure: null,
  problems: null,
} as const;

export const blankSession: SessionContext = {
  ...NOBODY,
  method: 'account',
  recovery: null,
  recovered: false,
  by: 'restore',
};

export const LOGIN_BY_PHONE: VerificationInput = { channel: 'phone', purpose: 'login' };

export const credentialsOf = ({ method, loginName, passwordRef }: SessionContext): Credentials => ({
  method,
  account: loginName,
  passwordRef: passwordRef ?? '',
});

export const resetOf = ({ context }: { readonly context: SessionContext }): PasswordResetInput => ({
  by: context.recovery ?? 'email',
});

/** Such a refusal is shown beside a field, so that it is outdated as soon as the entry changes. */
const isRefusedByPhone = ({ failure, method }: SessionContext): boolean => failure !== null && method === 'phone';

const activation = ({ account, customerService, by }: SessionContext): SessionReport =>
  account ? { type: 'session.activated', grant: { account, customerService }, by } : { type: 'session.absent' };

export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    children: {} as {
      restore: 'restore';
      login: 'login';
      forget: 'forget';
      arrive: 'arrive';
      keepNotice: 'rememberNotice';
      clearNotice: 'rememberNotice';
      verification: 'verification';
      recovery: 'passwordReset';
    },
  },
  actors: {
    restore: portStub<SessionGrant | null, Record<string, never>>('session.restore'),
    login: portStub<SessionGrant, Credentials>('session.login'),
    forget: portStub<void, { readonly why: SessionEnd }>('session.forget'),
    rememberNotice: portStub<void, { readonly unread: boolean }>('session.rememberNotice'),
    arrive: portStub<void, Record<string, never>>('session.arrive'),
    verification: machineStub<typeof verificationMachine>('verification'),
    passwordReset: machineStub<typeof passwordResetMachine>('passwordReset'),
  },
  guards: {
    isGranted: (_, { grant }: { readonly grant: SessionGrant | null }) => grant !== null,
    isTokenUnknown: (_, { error }: Rejected) => toFailure(error).reason === 'tokenFailure',
    isSignedOut: (_, { error }: Rejected) => toFailure(error).reason === 'signedOutByServer',
    isByPhone: ({ event }) => event.type === 'login.by' && event.method === 'phone',
    isByAccount: ({ event }) => event.type === 'login.by' && event.method === 'account',
    isEntryValid: ({ event }) => event.type === 'login.submit' && isValid(event.problems),
    changesErrors: ({ context, event }) =>
      event.type === 'login.edit' && (areChanged(context.problems, event.problems) || isRefusedByPhone(context)),
    asksRecovery: ({ context }) => context.recovery !== null,
    asksNoRecovery: ({ context }) => context.recovery === null,
    isOtherMethod: ({ context, event }) =>
      event.type === 'recovery.asked' && event.by !== null && event.by !== context.recovery,
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
    keepProblems: assign((_, { problems }: Pick<SessionEventOf<'login.submit'>, 'problems'>) => ({ problems })),
    keepEdit: assign(({ context }, { problems }: SessionEventOf<'login.edit'>) => ({
      problems: context.problems && problems,
      failure: isRefusedByPhone(context) ? null : context.failure,
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
    followOtherTab: assign({ ...NOBODY, by: 'other-tab' }),
    setGrant: assign((_, { grant }: { readonly grant: SessionGrant | null }) => ({ ...NOBODY, ...grant })),
    setFailure: assign({ failure: (_, { error }: Rejected) => toFailure(error) }),
    clearAccount: assign(NOBODY),
    reportActivated: sendParent(({ context }) => activation(context)),
    reportAbsent: sendParent((): SessionReport => ({ type: 'session.absent' })),
    reportRefused: sendParent(({ context }): SessionReport => ({ type: 'session.refused', method: context.method })),
    reportRecovered: sendParent((): SessionReport => ({ type: 'session.recovered' })),
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
