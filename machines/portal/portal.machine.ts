import { blankPortal, portalSetup, signedInInput } from './portal.setup.ts';

export const portalMachine = portalSetup.createMachine({
  id: 'portal',
  options: { maxIterations: 1_000 },
  context: blankPortal,
  type: 'parallel',
  invoke: { id: 'environment', src: 'environment', input: {}, onError: {} },
  on: {
    'page.open': { actions: 'openPage' },
    'screen.forbidden': { actions: 'goForbidden' },
  },
  states: {
    boot: {
      initial: 'reading',
      states: {
        reading: {
          invoke: { id: 'boot', src: 'boot', onError: { target: '.failed', actions: 'blameDefect' } },
          initial: 'starting',
          on: {
            'clock.synced': { actions: { type: 'setClockOffset', params: ({ event }) => event } },
            'home.loaded': { actions: { type: 'setHome', params: ({ event }) => event } },
            'home.failed': { actions: { type: 'setHomeFailure', params: ({ event }) => event } },
          },
          states: {
            starting: {
              on: {
                'config.loaded': { target: 'ready', actions: { type: 'setConfig', params: ({ event }) => event } },
                'config.failed': { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
              },
            },
            ready: { on: { 'boot.retry': { actions: 'retryBoot' } } },
            failed: {
              on: {
                'boot.retry': '#portal.boot.reading',
                'load.retry': '#portal.boot.reading',
                'network.changed': { guard: 'isOnline', target: '#portal.boot.reading' },
              },
            },
          },
        },
      },
    },
    session: {
      initial: 'kept',
      states: {
        kept: {
          invoke: { id: 'session', src: 'session', onError: { target: 'broken', actions: 'blameDefect' } },
          on: {
            'http.unauthorized': { actions: { type: 'sendToSession', params: { type: 'session.expire' } } },
            'http.kicked': { actions: { type: 'sendToSession', params: { type: 'session.kick' } } },
            'tab.login': { actions: { type: 'sendToSession', params: { type: 'tab.login' } } },
            'tab.logout': { actions: { type: 'sendToSession', params: { type: 'tab.logout' } } },
            'tab.confirm': { actions: { type: 'sendToSession', params: { type: 'notice.confirm' } } },
            'session.leave': { actions: { type: 'sendToSession', params: { type: 'logout.request' } } },
            'session.resume': { actions: { type: 'sendToSession', params: { type: 'session.retry' } } },
            'url.changed': { actions: 'requestRecovery' },
            'session.recovered': { actions: 'goBackToLogin' },
            'session.activated': { guard: 'isByLogin', actions: 'reportLogin' },
            'session.refused': { actions: 'reportRefusal' },
          },
        },
        broken: { on: { 'boot.retry': 'kept' } },
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
          on: { 'network.changed': { guard: 'isOnline', target: 'online', actions: ['setOnline', 'noticeOnline'] } },
        },
      },
    },
    storage: {
      initial: 'usable',
      states: { usable: { on: { 'storage.failed': { target: 'refused', actions: 'noticeStorage' } } }, refused: {} },
    },
    access: {
      initial: 'unknown',
      on: {
        'tab.login': { target: '.unknown', actions: 'startOver' },
        'session.absent': '.anonymous',
        'session.activated': [
          { guard: 'isLogoutRequested', target: '.leaving' },
          { target: '.authorised', actions: { type: 'setAccount', params: ({ event }) => event.grant } },
        ],
        'session.ended': { target: '.anonymous', actions: { type: 'keepEnd', params: ({ event }) => event } },
      },
      states: {
        unknown: {
          description: 'Nothing is drawn and nobody is sent anywhere until the session is known.',
          on: {
            'session.unclear': { target: 'unclear', actions: { type: 'setFailure', params: ({ event }) => event } },
          },
        },
        unclear: {
          description: 'The stored token could not be checked.',
          always: { guard: 'isLogoutRequested', target: 'leaving' },
          on: {
            'boot.retry': { target: 'unknown', actions: 'resumeSession' },
            'load.retry': { target: 'unknown', actions: 'resumeSession' },
            'network.changed': { guard: 'isOnline', target: 'unknown', actions: 'resumeSession' },
          },
        },
        anonymous: {
          always: [
            { guard: 'mustReadEnd', actions: 'goReadEnd' },
            { guard: 'mustLogIn', actions: 'goLogin' },
          ],
        },
        leaving: {
          description: 'The account is over; the session is still being forgotten.',
          entry: ['leaveSession', 'goPlainLogout'],
          on: { 'session.ended': { guard: 'isLogout' } },
        },
        authorised: {
          exit: 'clearAccount',
          always: [
            { guard: 'isLogoutRequested', target: 'leaving' },
            { guard: 'mustMoveOn', actions: 'moveOn' },
          ],
          on: { 'logout.request': [{ guard: 'isOnLogout', target: 'leaving' }, { actions: 'goLogout' }] },
          initial: 'fetching',
          states: {
            fetching: {
              description: 'The code of the signed-in half is on its way.',
              invoke: {
                id: 'loadSignedIn',
                src: 'loadSignedIn',
                input: {},
                onDone: 'playing',
                onError: 'unavailable',
              },
            },
            unavailable: {
              description: 'That code did not setPage. What is stored of orders stays as it is.',
              on: { 'load.retry': 'fetching', 'network.changed': { guard: 'isOnline', target: 'fetching' } },
            },
            playing: {
              invoke: {
                id: 'player',
                src: 'player',
                input: signedInInput,
                onError: { target: 'broken', actions: 'blameDefect' },
              },
              on: {
                'url.changed': { actions: 'sendPage' },
                'address.follow': { actions: 'followAddress' },
                'link.waiting': { actions: 'setToLink' },
              },
              initial: 'restoring',
              states: {
                restoring: { on: { 'resume.ready': 'open' } },
                open: { on: { 'resume.stopped': 'restoring' } },
              },
            },
            broken: { on: { 'boot.retry': 'fetching' } },
          },
        },
      },
    },
    returning: {
      description:
        'Signed in by Apple or WeChat: what the first address says of it is params once and taken out of it.',
      initial: 'waiting',
      states: {
        waiting: {
          on: {
            'session.activated': [{ guard: 'isRestored', target: 'restored' }, { target: 'over' }],
            'session.absent': 'over',
          },
        },
        restored: { always: { guard: 'hasArrived', target: 'over', actions: 'reportExternalLogin' } },
        over: {},
      },
    },
    location: {
      description: 'Last, so that the other regions still see where the browser came from.',
      on: { 'url.changed': { actions: 'setPage' } },
    },
  },
});
