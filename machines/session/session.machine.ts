import { blankSession, credentialsOf, LOGIN_BY_PHONE, resetOf, sessionSetup } from './session.setup.ts';

export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  options: { maxIterations: 1_000 },
  context: blankSession,
  initial: 'restoring',
  on: {
    'tab.login': { target: '.restoring', reenter: true, actions: 'followOtherTab' },
    'recovery.asked': { actions: { type: 'setRecovery', params: ({ event }) => event } },
  },
  states: {
    restoring: {
      description: 'A stored token is checked; until the answer nobody knows who the player is.',
      invoke: {
        id: 'restore',
        src: 'restore',
        input: {},
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => ({ grant: event.output }) },
            target: 'active',
            actions: { type: 'setGrant', params: ({ event }) => ({ grant: event.output }) },
          },
          { target: 'anonymous' },
        ],
        onError: [
          { guard: { type: 'isTokenUnknown', params: ({ event }) => ({ error: event.error }) }, target: 'expired' },
          { guard: { type: 'isSignedOut', params: ({ event }) => ({ error: event.error }) }, target: 'kicked' },
          {
            target: 'restoreFailed',
            actions: { type: 'setFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      on: { 'session.expire': 'expired', 'session.kick': 'kicked', 'tab.logout': 'displaced' },
    },
    restoreFailed: {
      description: 'The token could not be checked and is kept.',
      entry: 'reportUnclear',
      on: {
        'session.retry': 'restoring',
        'session.expire': 'expired',
        'session.kick': 'kicked',
        'logout.request': 'leaving',
        'tab.logout': 'displaced',
      },
    },
    anonymous: {
      entry: 'reportAbsent',
      on: {
        'login.edit': { guard: 'changesErrors', actions: { type: 'keepEdit', params: ({ event }) => event } },
        'session.expire': 'expired',
        'session.kick': 'kicked',
      },
      type: 'parallel',
      states: {
        entry: {
          initial: 'idle',
          states: {
            idle: {
              on: {
                'login.submit': [
                  {
                    guard: 'isEntryValid',
                    target: 'authenticating',
                    actions: { type: 'setCredentials', params: ({ event }) => event },
                  },
                  { actions: { type: 'keepProblems', params: ({ event }) => event } },
                ],
              },
            },
            rejected: {
              on: {
                'login.submit': [
                  {
                    guard: 'isEntryValid',
                    target: 'authenticating',
                    actions: { type: 'setCredentials', params: ({ event }) => event },
                  },
                  { actions: { type: 'keepProblems', params: ({ event }) => event } },
                ],
              },
            },
            authenticating: {
              description: 'Deaf to a second submit.',
              exit: 'clearSecret',
              invoke: {
                id: 'login',
                src: 'login',
                input: ({ context }) => credentialsOf(context),
                onDone: {
                  target: '#session.active',
                  actions: { type: 'setGrant', params: ({ event }) => ({ grant: event.output }) },
                },
                onError: {
                  target: 'rejected',
                  actions: [{ type: 'setFailure', params: ({ event }) => ({ error: event.error }) }, 'reportRefused'],
                },
              },
            },
          },
        },
        method: {
          initial: 'account',
          states: {
            account: {
              always: { guard: 'asksRecovery', target: 'recovering' },
              on: { 'login.by': { guard: 'isByPhone', target: 'phone', actions: 'clearFailure' } },
            },
            phone: {
              always: { guard: 'asksRecovery', target: 'recovering' },
              on: { 'login.by': { guard: 'isByAccount', target: 'account', actions: 'clearFailure' } },
              initial: 'arriving',
              states: {
                arriving: { invoke: { id: 'arrive', src: 'arrive', input: {}, onDone: 'open', onError: 'missing' } },
                open: {
                  invoke: { id: 'verification', src: 'verification', input: LOGIN_BY_PHONE, onError: 'missing' },
                },
                missing: { on: { 'session.retry': 'arriving' } },
              },
            },
            recovering: {
              description: 'The address says by which way; another way starts over.',
              entry: 'clearFailure',
              always: { guard: 'asksNoRecovery', target: 'account' },
              on: {
                'recovery.asked': {
                  guard: 'isOtherMethod',
                  target: 'recovering',
                  reenter: true,
                  actions: { type: 'setRecovery', params: ({ event }) => event },
                },
              },
              initial: 'arriving',
              states: {
                arriving: { invoke: { id: 'arrive', src: 'arrive', input: {}, onDone: 'open', onError: 'missing' } },
                open: {
                  invoke: {
                    id: 'recovery',
                    src: 'passwordReset',
                    input: resetOf,
                    onDone: {
                      target: '#session.anonymous.method.account',
                      actions: [{ type: 'setRecovered', params: ({ event }) => event.output }, 'reportRecovered'],
                    },
                    onError: 'missing',
                  },
                },
                missing: { on: { 'session.retry': 'arriving' } },
              },
            },
          },
        },
      },
    },
    active: {
      entry: 'reportActivated',
      on: {
        'session.expire': 'expired',
        'session.kick': 'kicked',
        'logout.request': 'leaving',
        'tab.logout': 'displaced',
      },
    },
    expired: {
      description: 'HTTP 203. The notice stays, also after a reload, until the player confirms it.',
      entry: ['clearAccount', { type: 'reportEnded', params: { why: 'expired' } }],
      type: 'parallel',
      states: {
        notice: {
          initial: 'shown',
          states: {
            shown: {
              invoke: { id: 'keepNotice', src: 'rememberNotice', input: { unread: true }, onError: {} },
              on: { 'notice.confirm': 'confirmed' },
            },
            confirmed: {
              invoke: {
                id: 'clearNotice',
                src: 'rememberNotice',
                input: { unread: false },
                onDone: 'read',
                onError: 'read',
              },
            },
            read: { type: 'final' },
          },
        },
        storage: {
          initial: 'clearing',
          states: {
            clearing: {
              invoke: { id: 'forget', src: 'forget', input: { why: 'expired' }, onDone: 'clear', onError: 'clear' },
              after: { patience: 'clear' },
            },
            clear: { type: 'final' },
          },
        },
      },
      onDone: 'anonymous',
    },
    kicked: {
      description: 'Body code 20002: signed out by the server.',
      entry: ['clearAccount', { type: 'reportEnded', params: { why: 'kicked' } }],
      invoke: { id: 'forget', src: 'forget', input: { why: 'kicked' }, onDone: 'anonymous', onError: 'anonymous' },
      after: { patience: 'anonymous' },
    },
    displaced: {
      description: 'Another tab logged out.',
      entry: ['clearAccount', { type: 'reportEnded', params: { why: 'other-tab' } }],
      invoke: { id: 'forget', src: 'forget', input: { why: 'other-tab' }, onDone: 'anonymous', onError: 'anonymous' },
      after: { patience: 'anonymous' },
    },
    leaving: {
      entry: ['clearAccount', { type: 'reportEnded', params: { why: 'logout' } }],
      invoke: { id: 'forget', src: 'forget', input: { why: 'logout' }, onDone: 'anonymous', onError: 'anonymous' },
      after: { patience: 'anonymous' },
    },
  },
});
