import { assertEvent, assign, emit, enqueueActions, forwardTo, raise, sendTo, setup } from 'xstate';
import { type Failure, failure } from '../kernel/failure.ts';
import { listenerStub, machineStub, portStub } from '../kernel/port.ts';
import { noticesMachine } from '../notices/notices.machine.ts';
import type { NoticeSubject, NoticesEvent } from '../notices/notices.types.ts';
import type { playerMachine } from '../player/player.machine.ts';
import type { PlayerEvent, PlayerInput } from '../player/player.types.ts';
import { sessionMachine } from '../session/session.machine.ts';
import type { Account, SessionEnd, SessionEvent, SessionGrant } from '../session/session.types.ts';
import {
  anonymousMove,
  authorisedMove,
  endedMove,
  followingMove,
  internalMove,
  isOvertaken,
  leavingMove,
  type Move,
  recoveredMove,
  unlessThere,
} from './portal.access.ts';
import { readReturn, returnedMove } from './portal.return.ts';
import { FORBIDDEN, LOGOUT, matchPage } from './portal.routes.ts';
import type { HomeConfig, PortalConfig, PortalContext, PortalEmitted, PortalEvent } from './portal.types.ts';
import { bootMachine } from './portal-boot.machine.ts';

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
  heading: null,
  leaveAsked: false,
  endedBy: null,
  isMobile: false,
  online: true,
  toLink: null,
};

const NO_ACCOUNT: Account = { userId: '', gameAccountId: '', gameId: '', displayName: '' };

export const playerInput = ({ context }: { readonly context: PortalContext }): PlayerInput => ({
  account: context.account ?? NO_ACCOUNT,
  page: context.page,
});

/** What a reaction may ask for; the part of XState's `enqueue` that the root uses. */
type Situation = {
  readonly context: PortalContext;
  readonly enqueue: {
    assign(change: Partial<PortalContext>): void;
    emit(event: PortalEmitted): void;
  };
};

const go = ({ context, enqueue }: Situation, move: Move | null): void => {
  const due = unlessThere(context, move);
  if (!due) return;
  enqueue.assign({ heading: due.to });
  enqueue.emit({ type: 'nav', to: due.to, replace: due.replace });
};

const notice = (subject: NoticeSubject, level: 'info' | 'success' | 'warning'): NoticesEvent => ({
  type: 'notice.add',
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
      notices: 'notices';
      player: 'player';
      surroundings: 'surroundings';
    },
  },
  actors: {
    surroundings: listenerStub<never, Record<string, never>>(),
    boot: bootMachine,
    session: sessionMachine,
    notices: noticesMachine,
    fetchPlayer: portStub<null, Record<string, never>>('portal.fetchPlayer'),
    player: machineStub<typeof playerMachine>('player'),
  },
  guards: {
    isOnline: ({ event }) => event.type === 'network.changed' && event.online,
    isOffline: ({ event }) => event.type === 'network.changed' && !event.online,
    isNarrow: ({ event }) => event.type === 'layout.changed' && event.isMobile,
    isWide: ({ event }) => event.type === 'layout.changed' && !event.isMobile,
    isFarewell: ({ event }) => event.type === 'session.ended' && event.why === 'logout',
    asksToLeave: ({ context }) => context.leaveAsked,
    mustReadEnd: ({ context }) => context.endedBy !== null && context.page !== null,
    mustLogIn: ({ context }) => anonymousMove(context) !== null,
    mustMoveOn: ({ context }) => authorisedMove(context) !== null,
    isRestored: ({ event }) => event.type === 'session.activated' && event.by === 'restore',
    isByLogin: ({ event }) => event.type === 'session.activated' && (event.by === 'login' || event.by === 'phone'),
    hasArrived: ({ context }) => context.page !== null,
    isOnLogout: ({ context }) => context.page?.name === 'logout',
  },
  actions: {
    keepConfig: assign((_, { config }: { readonly config: PortalConfig }) => ({ config })),
    keepClock: assign((_, { offsetMs }: { readonly offsetMs: number }) => ({ clockOffsetMs: offsetMs })),
    keepHome: assign((_, { home }: { readonly home: HomeConfig }) => ({ home, homeFailure: null })),
    keepHomeFailure: assign((_, told: { readonly failure: Failure }) => ({ homeFailure: told.failure })),
    keepFailure: assign((_, told: { readonly failure: Failure }) => ({ bootFailure: told.failure })),
    blameDefect: assign({ bootFailure: failure('unknownError') }),
    keepLayout: assign(({ event }) => (event.type === 'layout.changed' ? { isMobile: event.isMobile } : {})),
    keepNetwork: assign(({ event }) => (event.type === 'network.changed' ? { online: event.online } : {})),
    keepAccount: assign((_, { account }: SessionGrant) => ({ account })),
    keepToLink: assign(({ event }) => (event.type === 'link.waiting' ? { toLink: event.url } : {})),
    dropAccount: assign({ account: null, toLink: null }),
    keepEnd: assign((_, { why }: { readonly why: SessionEnd }) => ({
      endedBy: why === 'expired' || why === 'kicked' ? why : null,
    })),
    startOver: assign({ leaveAsked: false, endedBy: null }),
    arrive: assign(({ event }) => {
      assertEvent(event, 'url.changed');
      const { path, search } = event;
      const page = matchPage(path, search);
      return { path, search, page, heading: null, leaveAsked: page.name === 'logout' };
    }),

    openPage: enqueueActions((situation) => {
      assertEvent(situation.event, 'page.open');
      go(situation, internalMove(situation.event.to));
    }),
    goForbidden: enqueueActions((situation) => go(situation, { to: FORBIDDEN, replace: true })),
    goLogout: enqueueActions((situation) => go(situation, { to: LOGOUT, replace: false })),
    goBackToLogin: enqueueActions((situation) => go(situation, recoveredMove(situation.context))),
    goLogin: enqueueActions((situation) => go(situation, anonymousMove(situation.context))),
    goReadEnd: enqueueActions((situation) => {
      go(situation, endedMove(situation.context));
      situation.enqueue.assign({ endedBy: null });
    }),
    goPlainLogout: enqueueActions((situation) => go(situation, leavingMove(situation.context))),
    moveOn: enqueueActions((situation) => go(situation, authorisedMove(situation.context))),
    followAddress: enqueueActions((situation) => {
      assertEvent(situation.event, 'address.follow');
      go(situation, followingMove(situation.context, situation.event));
    }),

    tellReturn: enqueueActions((situation) => {
      const { context, enqueue } = situation;
      const returned = readReturn(context.search);
      if (!returned) return;
      const { succeeded } = returned;
      go(situation, returnedMove(context));
      enqueue.raise(succeeded ? notice('loginSucceeded', 'success') : notice('loginAccountMissing', 'warning'));
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
    tellRecovery: sendTo('session', ({ event }): SessionEvent => {
      assertEvent(event, 'url.changed');
      const page = matchPage(event.path, event.search);
      return { type: 'recovery.asked', by: page.name === 'login' ? page.reset : null };
    }),
    tellBoot: sendTo('boot', { type: 'boot.retry' }),
    tellSession: sendTo('session', (_, told: SessionEvent) => told),
    tellNotices: forwardTo('notices'),
    leaveSession: raise({ type: 'session.leave' }),
    resumeSession: raise({ type: 'session.resume' }),
    tellPage: sendTo('player', ({ context, event }): PlayerEvent => {
      assertEvent(event, 'url.changed');
      const { path, search, action } = event;
      return { type: 'page.changed', page: matchPage(path, search), action, overtaken: isOvertaken(context, event) };
    }),

    noticeOnline: raise(notice('backOnline', 'info')),
    noticeStorage: raise(notice('storageUnavailable', 'warning')),
  },
});
