import { assertEvent, assign, emit, enqueueActions, forwardTo, raise, sendTo, setup } from 'xstate';
import { type Failure, failure } from '../kernel/failure.ts';
import { listenerStub, machineStub, portStub } from '../kernel/port.ts';
import { sessionMachine } from '../session/session.machine.ts';
import type { Account, SessionEnd, SessionEvent, SessionGrant } from '../session/session.types.ts';
import type { signedInMachine } from '../signed-in/signed-in.machine.ts';
import type { SignedInEvent, SignedInInput } from '../signed-in/signed-in.types.ts';
import { toastsMachine } from '../toasts/toasts.machine.ts';
import type { ToastSubject, ToastsEvent } from '../toasts/toasts.types.ts';
import { externalLoginNavigation, readExternalLogin } from './external-login.ts';
import {
  endedMove,
  isStale,
  leavingMove,
  linkNavigation,
  loginNavigation,
  type Navigation,
  pageNavigation,
  recoveredNavigation,
  signedInNavigation,
  unlessCurrent,
} from './portal.navigation.ts';
import { FORBIDDEN, LOGOUT, matchPage } from './portal.routes.ts';
import type { PortalContext, PortalEmitted, PortalEvent } from './portal.types.ts';
import { bootMachine } from './portal-boot.machine.ts';
import type { HomeConfig, PortalConfig } from './portal-config.types.ts';

export const blankPortal: PortalContext = {
  account: null,
  config: null,
  home: null,
  homeFailure: null,
  clockOffsetMs: 0,
  bootFailure: null,
  path: '',
  search: '',
  page: null,
  pendingUrl: null,
  logoutRequested: false,
  endedBy: null,
  isMobile: false,
  online: true,
  toLink: null,
};

const NO_ACCOUNT: Account = { userId: '', gameAccountId: '', gameId: '', displayName: '' };

export const signedInInput = ({ context }: { readonly context: PortalContext }): SignedInInput => ({
  account: context.account ?? NO_ACCOUNT,
  page: context.page,
});

/** What a reaction may ask for; the part of XState's `enqueue` that the root uses. */
type ActionArgs = {
  readonly context: PortalContext;
  readonly enqueue: {
    assign(change: Partial<PortalContext>): void;
    emit(event: PortalEmitted): void;
  };
};

const go = ({ context, enqueue }: ActionArgs, move: Navigation | null): void => {
  const due = unlessCurrent(context, move);
  if (!due) return;
  enqueue.assign({ pendingUrl: due.to });
  enqueue.emit({ type: 'nav', to: due.to, replace: due.replace });
};

const toast = (subject: ToastSubject, level: 'info' | 'success' | 'warning'): ToastsEvent => ({
  type: 'toast.add',
  subject,
  level,
});

export const portalSetup = setup({
  types: {
    context: {} as PortalContext,
    events: {} as PortalEvent,
    emitted: {} as PortalEmitted,
    children: {} as {
      boot: 'boot';
      session: 'session';
      toasts: 'toasts';
      player: 'player';
      environment: 'environment';
    },
  },
  actors: {
    environment: listenerStub<never, Record<string, never>>(),
    boot: bootMachine,
    session: sessionMachine,
    toasts: toastsMachine,
    loadSignedIn: portStub<null, Record<string, never>>('portal.loadSignedIn'),
    player: machineStub<typeof signedInMachine>('player'),
  },
  guards: {
    isOnline: ({ event }) => event.type === 'network.changed' && event.online,
    isOffline: ({ event }) => event.type === 'network.changed' && !event.online,
    isNarrow: ({ event }) => event.type === 'layout.changed' && event.isMobile,
    isWide: ({ event }) => event.type === 'layout.changed' && !event.isMobile,
    isLogout: ({ event }) => event.type === 'session.ended' && event.why === 'logout',
    isLogoutRequested: ({ context }) => context.logoutRequested,
    mustReadEnd: ({ context }) => context.endedBy !== null && context.page !== null,
    mustLogIn: ({ context }) => loginNavigation(context) !== null,
    mustMoveOn: ({ context }) => signedInNavigation(context) !== null,
    isRestored: ({ event }) => event.type === 'session.activated' && event.by === 'restore',
    isByLogin: ({ event }) => event.type === 'session.activated' && (event.by === 'login' || event.by === 'phone'),
    hasArrived: ({ context }) => context.page !== null,
    isOnLogout: ({ context }) => context.page?.name === 'logout',
  },
  actions: {
    setConfig: assign((_, { config }: { readonly config: PortalConfig }) => ({ config })),
    setClockOffset: assign((_, { offsetMs }: { readonly offsetMs: number }) => ({ clockOffsetMs: offsetMs })),
    setHome: assign((_, { home }: { readonly home: HomeConfig }) => ({ home, homeFailure: null })),
    setHomeFailure: assign((_, params: { readonly failure: Failure }) => ({ homeFailure: params.failure })),
    setFailure: assign((_, params: { readonly failure: Failure }) => ({ bootFailure: params.failure })),
    blameDefect: assign({ bootFailure: failure('unknownError') }),
    setLayout: assign(({ event }) => (event.type === 'layout.changed' ? { isMobile: event.isMobile } : {})),
    setOnline: assign(({ event }) => (event.type === 'network.changed' ? { online: event.online } : {})),
    setAccount: assign((_, { account }: SessionGrant) => ({ account })),
    setToLink: assign(({ event }) => (event.type === 'link.waiting' ? { toLink: event.url } : {})),
    clearAccount: assign({ account: null, toLink: null }),
    keepEnd: assign((_, { why }: { readonly why: SessionEnd }) => ({
      endedBy: why === 'expired' || why === 'kicked' ? why : null,
    })),
    startOver: assign({ logoutRequested: false, endedBy: null }),
    setPage: assign(({ event }) => {
      assertEvent(event, 'url.changed');
      const { path, search } = event;
      const page = matchPage(path, search);
      return { path, search, page, pendingUrl: null, logoutRequested: page.name === 'logout' };
    }),

    openPage: enqueueActions((args) => {
      assertEvent(args.event, 'page.open');
      go(args, linkNavigation(args.event.to));
    }),
    goForbidden: enqueueActions((args) => go(args, { to: FORBIDDEN, replace: true })),
    goLogout: enqueueActions((args) => go(args, { to: LOGOUT, replace: false })),
    goBackToLogin: enqueueActions((args) => go(args, recoveredNavigation(args.context))),
    goLogin: enqueueActions((args) => go(args, loginNavigation(args.context))),
    goReadEnd: enqueueActions((args) => {
      go(args, endedMove(args.context));
      args.enqueue.assign({ endedBy: null });
    }),
    goPlainLogout: enqueueActions((args) => go(args, leavingMove(args.context))),
    moveOn: enqueueActions((args) => go(args, signedInNavigation(args.context))),
    followAddress: enqueueActions((args) => {
      assertEvent(args.event, 'address.follow');
      go(args, pageNavigation(args.context, args.event));
    }),

    reportExternalLogin: enqueueActions((args) => {
      const { context, enqueue } = args;
      const returned = readExternalLogin(context.search);
      if (!returned) return;
      const { succeeded } = returned;
      go(args, externalLoginNavigation(context));
      enqueue.raise(succeeded ? toast('loginSucceeded', 'success') : toast('loginAccountMissing', 'warning'));
      enqueue.emit({ type: 'login.result', ...returned });
    }),
    reportLogin: emit(({ event }): PortalEmitted => {
      assertEvent(event, 'session.activated');
      return { type: 'login.result', method: event.by === 'phone' ? 'phone' : 'account', succeeded: true };
    }),
    reportRefusal: emit(({ event }): PortalEmitted => {
      assertEvent(event, 'session.refused');
      return { type: 'login.result', method: event.method, succeeded: false };
    }),
    requestRecovery: sendTo('session', ({ event }): SessionEvent => {
      assertEvent(event, 'url.changed');
      const page = matchPage(event.path, event.search);
      return { type: 'recovery.asked', by: page.name === 'login' ? page.reset : null };
    }),
    retryBoot: sendTo('boot', { type: 'boot.retry' }),
    sendToSession: sendTo('session', (_, params: SessionEvent) => params),
    forwardToToasts: forwardTo('toasts'),
    leaveSession: raise({ type: 'session.leave' }),
    resumeSession: raise({ type: 'session.resume' }),
    sendPage: sendTo('player', ({ context, event }): SignedInEvent => {
      assertEvent(event, 'url.changed');
      const { path, search, action } = event;
      return { type: 'page.changed', page: matchPage(path, search), action, stale: isStale(context, event) };
    }),

    noticeOnline: raise(toast('backOnline', 'info')),
    noticeStorage: raise(toast('storageUnavailable', 'warning')),
  },
});
