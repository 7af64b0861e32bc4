import { blankPortal, NO_ACCOUNT, portalSetup } from './portal.setup.ts';

export const portalMachine = portalSetup.createMachine({
  id: 'portal',
  options: { maxIterations: 1_000 },
  context: blankPortal,
  type: 'parallel',
  invoke: { id: 'environment', src: 'environment', input: {}, onError: {} },
  on: {
    'page.open': { actions: 'navigateToLink' },
    'screen.forbidden': { actions: 'navigateToForbidden' },
  },
  states: {
    boot: {
      initial: 'running',
      states: {
        running: {
          invoke: { id: 'boot', src: 'boot', onError: { target: '.failed', actions: 'setUnknownFailure' } },
          initial: 'loading',
          on: {
            'clock.synced': { actions: { type: 'setClockOffset', params: ({ event }) => event } },
            'home.loaded': { actions: { type: 'setHome', params: ({ event }) => event } },
            'home.failed': { actions: { type: 'setHomeFailure', params: ({ event }) => event } },
          },
          states: {
            loading: {
              on: {
                'config.loaded': { target: 'ready', actions: { type: 'setConfig', params: ({ event }) => event } },
                'config.failed': { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
              },
            },
            ready: { on: { 'boot.retry': { actions: 'sendBootRetry' } } },
            failed: {
              on: {
                'boot.retry': '#portal.boot.running',
                'load.retry': '#portal.boot.running',
                'network.changed': { guard: 'isOnline', target: '#portal.boot.running' },
              },
            },
          },
        },
      },
    },
    session: {
      initial: 'running',
      states: {
        running: {
          invoke: { id: 'session', src: 'session', onError: { target: 'crashed', actions: 'setUnknownFailure' } },
          on: {
            'http.unauthorized': { actions: { type: 'sendToSession', params: { type: 'session.expire' } } },
            'http.kicked': { actions: { type: 'sendToSession', params: { type: 'session.kick' } } },
            'tab.login': { actions: { type: 'sendToSession', params: { type: 'tab.login' } } },
            'tab.logout': { actions: { type: 'sendToSession', params: { type: 'tab.logout' } } },
            'tab.confirm': { actions: { type: 'sendToSession', params: { type: 'notice.confirm' } } },
            'session.end': { actions: { type: 'sendToSession', params: { type: 'logout.request' } } },
            'session.recheck': { actions: { type: 'sendToSession', params: { type: 'session.retry' } } },
            'url.changed': { actions: 'sendRecovery' },
            'session.linkExpired': { actions: 'notifyLinkExpired' },
            'session.recovered': { actions: 'navigateBackToLogin' },
            'session.activated': { guard: 'isByLogin', actions: 'emitLoginSucceeded' },
            'session.refused': { actions: 'emitLoginFailed' },
          },
        },
        crashed: { on: { 'boot.retry': 'running' } },
      },
    },
    toasts: {
      initial: 'running',
      states: {
        running: {
          invoke: { id: 'toasts', src: 'toasts', onError: 'failed' },
          on: { 'toast.*': { actions: 'forwardToToasts' } },
        },
        failed: {},
      },
    },
    layout: {
      initial: 'desktop',
      states: {
        desktop: { on: { 'layout.changed': { guard: 'isNarrow', target: 'mobile', actions: 'setLayout' } } },
        mobile: { on: { 'layout.changed': { guard: 'isWide', target: 'desktop', actions: 'setLayout' } } },
      },
    },
    network: {
      initial: 'online',
      states: {
        online: { on: { 'network.changed': { guard: 'isOffline', target: 'offline', actions: 'setOnline' } } },
        offline: {
          on: { 'network.changed': { guard: 'isOnline', target: 'online', actions: ['setOnline', 'notifyOnline'] } },
        },
      },
    },
    storage: {
      initial: 'usable',
      states: {
        usable: { on: { 'storage.failed': { target: 'refused', actions: 'notifyStorageUnavailable' } } },
        refused: {},
      },
    },
    access: {
      initial: 'unknown',
      on: {
        'tab.login': { target: '.unknown', actions: 'clearSessionEnd' },
        'session.absent': '.anonymous',
        'session.activated': [
          { guard: 'isLogoutRequested', target: '.leaving' },
          { target: '.authorized', actions: { type: 'setAccount', params: ({ event }) => event.grant } },
        ],
        'session.ended': { target: '.anonymous', actions: { type: 'setSessionEnd', params: ({ event }) => event } },
      },
      states: {
        unknown: {
          description: 'Nothing is drawn and no navigation happens until the session is known.',
          on: {
            'session.unverified': {
              target: 'unverified',
              actions: { type: 'setFailure', params: ({ event }) => event },
            },
          },
        },
        unverified: {
          description: 'The stored token could not be checked.',
          always: { guard: 'isLogoutRequested', target: 'leaving' },
          on: {
            'boot.retry': { target: 'unknown', actions: 'recheckSession' },
            'load.retry': { target: 'unknown', actions: 'recheckSession' },
            'network.changed': { guard: 'isOnline', target: 'unknown', actions: 'recheckSession' },
          },
        },
        anonymous: {
          always: [
            { guard: 'mustShowSessionEnd', actions: 'navigateToSessionEnd' },
            { guard: 'mustLogIn', actions: 'navigateToLogin' },
          ],
        },
        leaving: {
          description: 'The session has ended and is being deleted.',
          entry: ['endSession', 'navigateToPlainLogout'],
          on: { 'session.ended': { guard: 'isLogout' } },
        },
        authorized: {
          exit: ['clearAccount', 'closeAccountToasts'],
          always: [
            { guard: 'isLogoutRequested', target: 'leaving' },
            { guard: 'mustRedirect', actions: 'redirect' },
          ],
          on: { 'logout.request': [{ guard: 'isOnLogout', target: 'leaving' }, { actions: 'navigateToLogout' }] },
          initial: 'loading',
          states: {
            loading: {
              description: 'Loads the code of the signed-in half.',
              invoke: {
                id: 'loadSignedIn',
                src: 'loadSignedIn',
                input: {},
                onDone: 'running',
                onError: 'loadFailed',
              },
            },
            loadFailed: {
              description: 'The chunk could not be loaded. Stored orders stay unchanged.',
              on: { 'load.retry': 'loading', 'network.changed': { guard: 'isOnline', target: 'loading' } },
            },
            running: {
              invoke: {
                id: 'signedIn',
                src: 'signedIn',
                input: ({ context: { account, page } }) => ({ account: account ?? NO_ACCOUNT, page }),
                onError: { target: 'crashed', actions: 'setUnknownFailure' },
              },
              on: {
                'url.changed': { actions: 'sendPage' },
                'url.sync': { actions: 'syncUrl' },
                'link.waiting': { actions: 'setToLink' },
              },
              initial: 'restoring',
              states: {
                restoring: { on: { 'resume.ready': 'ready' } },
                ready: { on: { 'resume.stopped': 'restoring' } },
              },
            },
            crashed: { on: { 'boot.retry': 'loading' } },
          },
        },
      },
    },
    externalLogin: {
      description:
        'The result of an Apple or WeChat login is read from the first URL, reported once and removed from the URL.',
      initial: 'waitingForSession',
      states: {
        waitingForSession: {
          on: {
            'session.activated': [{ guard: 'isRestored', target: 'waitingForPage' }, { target: 'done' }],
            'session.absent': 'done',
          },
        },
        waitingForPage: { always: { guard: 'isPageKnown', target: 'done', actions: 'finishExternalLogin' } },
        done: {},
      },
    },
    location: {
      description: 'The last region, so that the other regions still see the previous page.',
      on: { 'url.changed': { actions: 'setPage' } },
    },
  },
});
