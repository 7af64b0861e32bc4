import { assertEvent, assign, emit, enqueueActions, forwardTo, raise, sendTo, setup } from 'xstate';
import type { HomeConfig } from '../home/home.types.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import { machineStub, ports } from '../kernel/port.ts';
import { sessionMachine } from '../session/session.machine.ts';
import type { Account, SessionEnd, SessionEvent, SessionGrant } from '../session/session.types.ts';
import type { signedInMachine } from '../signed-in/signed-in.machine.ts';
import type { Page } from '../signed-in/signed-in.pages.ts';
import type { SignedInEvent } from '../signed-in/signed-in.types.ts';
import { type ToastSubject, type ToastsEvent, toastsMachine } from '../toasts/toasts.machine.ts';
import * as navigation from './portal.navigation.ts';
import { FORBIDDEN, LOGOUT, matchPage } from './portal.routes.ts';
import type { PortalContext, PortalEmitted, PortalEvent, RootPorts } from './portal.types.ts';
import { bootMachine, type PortalConfig } from './portal-boot.machine.ts';

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
  orderOrigin: null,
  pendingUrl: null,
  logoutRequested: false,
  endedBy: null,
  isMobile: false,
  online: true,
  toLink: null,
};

/** The list from which an order is opened. Opening a different order from an order page, or the same order again, keeps it. */
const originOf = (before: PortalContext, page: Page): string | null => {
  if (page.name !== 'payment_detail') return null;
  if (before.page?.name === 'payment_detail') return before.orderOrigin;
  return before.page?.name === 'account' ? `${before.path}${before.search}` : null;
};

export const NO_ACCOUNT: Account = { userId: '', gameAccountId: '', gameId: '', displayName: '' };

/** The part of XState's `enqueue` arguments that the navigation actions use. */
type ActionArgs = {
  readonly context: PortalContext;
  readonly enqueue: {
    assign(change: Partial<PortalContext>): void;
    emit(event: PortalEmitted): void;
  };
};

const navigate = ({ context, enqueue }: ActionArgs, wanted: navigation.Navigation | null): void => {
  const due = navigation.unlessCurrent(context, wanted);
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
      signedIn: 'signedIn';
      environment: 'environment';
    },
  },
  actors: {
    ...ports<RootPorts>({ environment: 'listener', loadSignedIn: 'port' }),
    boot: bootMachine,
    session: sessionMachine,
    toasts: toastsMachine,
    signedIn: machineStub<typeof signedInMachine>('signedIn'),
  },
  guards: {
    isOnline: ({ event }) => event.type === 'network.changed' && event.online,
    isOffline: ({ event }) => event.type === 'network.changed' && !event.online,
    isNarrow: ({ event }) => event.type === 'layout.changed' && event.isMobile,
    isWide: ({ event }) => event.type === 'layout.changed' && !event.isMobile,
    isLogout: ({ event }) => event.type === 'session.ended' && event.why === 'logout',
    isLogoutRequested: ({ context }) => context.logoutRequested,
    mustShowSessionEnd: ({ context }) => context.endedBy !== null && context.page !== null,
    mustLogIn: ({ context }) => navigation.loginNavigation(context) !== null,
    mustRedirect: ({ context }) => navigation.signedInNavigation(context) !== null,
    isRestored: ({ event }) => event.type === 'session.activated' && event.by === 'restore',
    isByLogin: ({ event }) => event.type === 'session.activated' && (event.by === 'login' || event.by === 'phone'),
    isPageKnown: ({ context }) => context.page !== null,
    isOnLogout: ({ context }) => context.page?.name === 'logout',
  },
  actions: {
    setConfig: assign((_, { config }: { readonly config: PortalConfig }) => ({ config })),
    setClockOffset: assign((_, { offsetMs }: { readonly offsetMs: number }) => ({ clockOffsetMs: offsetMs })),
    setHome: assign((_, { home }: { readonly home: HomeConfig }) => ({ home, homeFailure: null })),
    setHomeFailure: assign((_, params: { readonly failure: Failure }) => ({ homeFailure: params.failure })),
    setFailure: assign((_, params: { readonly failure: Failure }) => ({ bootFailure: params.failure })),
    setUnknownFailure: assign({ bootFailure: failure('unknownError') }),
    setLayout: assign(({ event }) => (event.type === 'layout.changed' ? { isMobile: event.isMobile } : {})),
    setOnline: assign(({ event }) => (event.type === 'network.changed' ? { online: event.online } : {})),
    setAccount: assign((_, { account }: SessionGrant) => ({ account })),
    setToLink: assign(({ event }) => (event.type === 'link.waiting' ? { toLink: event.url } : {})),
    clearAccount: assign({ account: null, toLink: null }),
    setSessionEnd: assign((_, { why }: { readonly why: SessionEnd }) => ({
      endedBy: why === 'expired' || why === 'kicked' ? why : null,
    })),
    clearSessionEnd: assign({ logoutRequested: false, endedBy: null }),
    setPage: assign(({ context, event }) => {
      assertEvent(event, 'url.changed');
      const { path, search } = event;
      const page = matchPage(path, search);
      const orderOrigin = originOf(context, page);
      return { path, search, page, orderOrigin, pendingUrl: null, logoutRequested: page.name === 'logout' };
    }),

    navigateToLink: enqueueActions((args) => {
      assertEvent(args.event, 'page.open');
      navigate(args, navigation.linkNavigation(args.event.to));
    }),
    navigateToForbidden: enqueueActions((args) => navigate(args, { to: FORBIDDEN, replace: true })),
    navigateToLogout: enqueueActions((args) => navigate(args, { to: LOGOUT, replace: false })),
    navigateBackToLogin: enqueueActions((args) => navigate(args, navigation.recoveredNavigation(args.context))),
    navigateToLogin: enqueueActions((args) => navigate(args, navigation.loginNavigation(args.context))),
    navigateToSessionEnd: enqueueActions((args) => {
      navigate(args, navigation.sessionEndNavigation(args.context));
      args.enqueue.assign({ endedBy: null });
    }),
    navigateToPlainLogout: enqueueActions((args) => navigate(args, navigation.plainLogoutNavigation(args.context))),
    redirect: enqueueActions((args) => navigate(args, navigation.signedInNavigation(args.context))),
    syncUrl: enqueueActions((args) => {
      assertEvent(args.event, 'url.sync');
      navigate(args, navigation.pageNavigation(args.context, args.event));
    }),

    finishExternalLogin: enqueueActions((args) => {
      const { context, enqueue } = args;
      const returned = navigation.readExternalLogin(context.search);
      if (!returned) return;
      const { succeeded } = returned;
      navigate(args, navigation.externalLoginNavigation(context));
      enqueue.raise(succeeded ? toast('loginSucceeded', 'success') : toast('loginAccountMissing', 'warning'));
      enqueue.emit({ type: 'login.result', ...returned });
    }),
    emitLoginSucceeded: emit(({ event }): PortalEmitted => {
      assertEvent(event, 'session.activated');
      return { type: 'login.result', method: event.by === 'phone' ? 'phone' : 'account', succeeded: true };
    }),
    emitLoginFailed: emit(({ event }): PortalEmitted => {
      assertEvent(event, 'session.refused');
      return { type: 'login.result', method: event.method, succeeded: false };
    }),
    sendRecovery: sendTo('session', ({ event }): SessionEvent => {
      assertEvent(event, 'url.changed');
      const page = matchPage(event.path, event.search);
      return { type: 'recovery.requested', by: page.name === 'login' ? page.reset : null };
    }),
    sendBootRetry: sendTo('boot', { type: 'boot.retry' }),
    sendToSession: sendTo('session', (_, params: SessionEvent) => params),
    forwardToToasts: forwardTo('toasts'),
    closeAccountToasts: raise({ type: 'toast.close', ofAccount: true }),
    endSession: raise({ type: 'session.end' }),
    recheckSession: raise({ type: 'session.recheck' }),
    sendPage: sendTo('signedIn', ({ context, event }): SignedInEvent => {
      assertEvent(event, 'url.changed');
      const { path, search, action } = event;
      return { type: 'page.changed', page: matchPage(path, search), action, stale: navigation.isStale(context, event) };
    }),

    notifyOnline: raise(toast('backOnline', 'info')),
    notifyLinkExpired: raise(toast('linkExpired', 'warning')),
    notifyStorageUnavailable: raise(toast('storageUnavailable', 'warning')),
  },
});
