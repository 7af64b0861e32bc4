import { blankSession, sessionSetup } from './session.setup.ts';

export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  options: { maxIterations: 1_000 },
  context: blankSession,
  initial: 'restoring',
  on: {
    'tab.login': { target: '.restoring', reenter: true, actions: 'setOtherTab' },
    'recovery.requested': { actions: { type: 'setRecovery', params: ({ event }) => event } },
  },
  states: {
    restoring: {
      description: 'Verifies the stored token.',
      invoke: {
        id: 'restore',
        src: 'restore',
        input: {},
        onDone: [
          {
            guard: { type: 'hasTicket', params: ({ event }) => event.output },
            target: 'ticket',
            actions: { type: 'setGrant', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isGranted', params: ({ event }) => event.output },
            target: 'active',
            actions: { type: 'setGrant', params: ({ event }) => event.output },
          },
          { target: 'anonymous' },
        ],
        onError: [
          { guard: 'isTokenUnknown', target: 'expired' },
          { guard: 'isSignedOut', target: 'kicked' },
          { target: 'restoreFailed', actions: 'setFailure' },
        ],
      },
      on: { 'session.expire': 'expired', 'session.kick': 'kicked', 'tab.logout': 'displaced' },
    },
    ticket: {
      description:
        'A link from the game logs its player in. A player who is logged in is asked before another one takes over.',
      on: { 'session.expire': 'expired', 'session.kick': 'kicked', 'tab.logout': 'displaced' },
      initial: 'redeeming',
      states: {
        redeeming: {
          invoke: {
            id: 'redeemTicket',
            src: 'redeemTicket',
            input: {},
            onDone: [
              {
                guard: { type: 'isOther', params: ({ event }) => event.output },
                target: 'choosing',
                actions: { type: 'setOther', params: ({ event }) => event.output },
              },
              { target: '#session.active', actions: { type: 'setGrant', params: ({ event }) => event.output } },
            ],
            onError: [
              { guard: 'staysLoggedIn', target: '#session.active', actions: 'reportLinkExpired' },
              { guard: 'isLinkExpired', target: '#session.anonymous', actions: 'setFailure' },
              { target: '#session.restoreFailed', actions: 'setFailure' },
            ],
          },
        },
        choosing: { on: { 'account.choose': 'settling' } },
        settling: {
          invoke: {
            id: 'settleLogin',
            src: 'settleLogin',
            input: ({ event }) => ({ adopt: event.type === 'account.choose' && event.adopt }),
            onDone: { target: '#session.active', actions: { type: 'setGrant', params: ({ event }) => event.output } },
            onError: { target: '#session.restoreFailed', actions: 'setFailure' },
          },
        },
      },
    },
    restoreFailed: {
      description: 'The token could not be verified and stays stored.',
      entry: 'reportUnverified',
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
        'login.edit': { guard: 'changesErrors', actions: { type: 'setEdit', params: ({ event }) => event } },
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
                  { actions: { type: 'setProblems', params: ({ event }) => event } },
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
                  { actions: { type: 'setProblems', params: ({ event }) => event } },
                ],
              },
            },
            authenticating: {
              description: 'Ignores further submits while a request is in flight.',
              exit: 'clearSecret',
              invoke: {
                id: 'login',
                src: 'login',
                input: ({ context: { method, loginName, passwordRef } }) => ({
                  method,
                  account: loginName,
                  passwordRef: passwordRef ?? '',
                }),
                onDone: {
                  target: '#session.active',
                  actions: { type: 'setGrant', params: ({ event }) => event.output },
                },
                onError: { target: 'rejected', actions: ['setFailure', 'reportRefused'] },
              },
            },
          },
        },
        method: {
          initial: 'account',
          states: {
            account: {
              always: { guard: 'isRecoveryRequested', target: 'recovering' },
              on: { 'login.by': { guard: 'isByPhone', target: 'phone', actions: 'clearFailure' } },
            },
            phone: {
              always: { guard: 'isRecoveryRequested', target: 'recovering' },
              on: { 'login.by': { guard: 'isByAccount', target: 'account', actions: 'clearFailure' } },
              initial: 'loading',
              states: {
                loading: {
                  invoke: {
                    id: 'loadRecovery',
                    src: 'loadRecovery',
                    input: {},
                    onDone: 'ready',
                    onError: 'loadFailed',
                  },
                },
                ready: {
                  invoke: {
                    id: 'verification',
                    src: 'verification',
                    input: { channel: 'phone', purpose: 'login' },
                    onError: 'loadFailed',
                  },
                },
                loadFailed: { on: { 'session.retry': 'loading' } },
              },
            },
            recovering: {
              description: 'The URL names the channel; another channel restarts the form.',
              entry: 'clearFailure',
              always: { guard: 'isRecoveryCancelled', target: 'account' },
              on: {
                'recovery.requested': {
                  guard: 'isOtherMethod',
                  target: 'recovering',
                  reenter: true,
                  actions: { type: 'setRecovery', params: ({ event }) => event },
                },
              },
              initial: 'loading',
              states: {
                loading: {
                  invoke: {
                    id: 'loadRecovery',
                    src: 'loadRecovery',
                    input: {},
                    onDone: 'ready',
                    onError: 'loadFailed',
                  },
                },
                ready: {
                  invoke: {
                    id: 'recovery',
                    src: 'passwordReset',
                    input: ({ context: { recovery } }) => ({ by: recovery ?? 'email' }),
                    onDone: {
                      target: '#session.anonymous.method.account',
                      actions: [{ type: 'setRecovered', params: ({ event }) => event.output }, 'reportRecovered'],
                    },
                    onError: 'loadFailed',
                  },
                },
                loadFailed: { on: { 'session.retry': 'loading' } },
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
      description: 'HTTP 203. The notice survives a reload until the player confirms it.',
      entry: ['clearAllButName', { type: 'reportEnded', params: { why: 'expired' } }],
      type: 'parallel',
      states: {
        notice: {
          initial: 'shown',
          states: {
            shown: {
              invoke: { id: 'saveNotice', src: 'saveNotice', input: { unread: true }, onError: {} },
              on: { 'notice.confirm': 'confirmed' },
            },
            confirmed: {
              invoke: {
                id: 'clearNotice',
                src: 'saveNotice',
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
              invoke: {
                id: 'deleteSession',
                src: 'deleteSession',
                input: { why: 'expired' },
                onDone: 'clear',
                onError: 'clear',
              },
              after: { logoutTimeout: 'clear' },
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
      invoke: {
        id: 'deleteSession',
        src: 'deleteSession',
        input: { why: 'kicked' },
        onDone: 'anonymous',
        onError: 'anonymous',
      },
      after: { logoutTimeout: 'anonymous' },
    },
    displaced: {
      description: 'Another tab logged out.',
      entry: ['clearAccount', { type: 'reportEnded', params: { why: 'other-tab' } }],
      invoke: {
        id: 'deleteSession',
        src: 'deleteSession',
        input: { why: 'other-tab' },
        onDone: 'anonymous',
        onError: 'anonymous',
      },
      after: { logoutTimeout: 'anonymous' },
    },
    leaving: {
      entry: ['clearAccount', { type: 'reportEnded', params: { why: 'logout' } }],
      invoke: {
        id: 'deleteSession',
        src: 'deleteSession',
        input: { why: 'logout' },
        onDone: 'anonymous',
        onError: 'anonymous',
      },
      after: { logoutTimeout: 'anonymous' },
    },
  },
});
