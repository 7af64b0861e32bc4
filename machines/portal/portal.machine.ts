import { blankPortal, playerInput, portalSetup } from './portal.setup.ts';

export const portalMachine = portalSetup.createMachine({
  id: 'portal',
  options: { maxIterations: 1_000 },
  context: blankPortal,
  type: 'parallel',
  invoke: { id: 'surroundings', src: 'surroundings', input: {}, onError: {} },
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
            'clock.synced': { actions: { type: 'keepClock', params: ({ event }) => event } },
            'home.loaded': { actions: { type: 'keepHome', params: ({ event }) => event } },
            'home.failed': { actions: { type: 'keepHomeFailure', params: ({ event }) => event } },
          },
          states: {
            starting: {
              on: {
                'config.loaded': { target: 'ready', actions: { type: 'keepConfig', params: ({ event }) => event } },
                'config.failed': { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
              },
            },
            ready: { on: { 'boot.retry': { actions: 'tellBoot' } } },
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
            'http.unauthorized': { actions: { type: 'tellSession', params: { type: 'session.expire' } } },
            'http.kicked': { actions: { type: 'tellSession', params: { type: 'session.kick' } } },
            'tab.login': { actions: { type: 'tellSession', params: { type: 'tab.login' } } },
            'tab.logout': { actions: { type: 'tellSession', params: { type: 'tab.logout' } } },
            'tab.confirm': { actions: { type: 'tellSession', params: { type: 'notice.confirm' } } },
            'session.leave': { actions: { type: 'tellSession', params: { type: 'logout.request' } } },
            'session.resume': { actions: { type: 'tellSession', params: { type: 'session.retry' } } },
            'url.changed': { actions: 'tellRecovery' },
            'session.recovered': { actions: 'goBackToLogin' },
            'session.activated': { guard: 'isByLogin', actions: 'reportLogin' },
            'session.refused': { actions: 'reportRefusal' },
          },
        },
        broken: { on: { 'boot.retry': 'kept' } },
      },
    },
    notices: {
      initial: 'told',
      states: {
        told: {
          invoke: { id: 'notices', src: 'notices', onError: 'silent' },
          on: { 'notice.*': { actions: 'tellNotices' } },
        },
        silent: {},
      },
    },
    layout: {
      initial: 'desktop',
      states: {
        desktop: { on: { 'layout.changed': { guard: 'isNarrow', target: 'mobile', actions: 'keepLayout' } } },
        mobile: { on: { 'layout.changed': { guard: 'isWide', target: 'desktop', actions: 'keepLayout' } } },
      },
    },
    network: {
      initial: 'online',
      states: {
        online: { on: { 'network.changed': { guard: 'isOffline', target: 'offline', actions: 'keepNetwork' } } },
        offline: {
          on: { 'network.changed': { guard: 'isOnline', target: 'online', actions: ['keepNetwork', 'noticeOnline'] } },
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
          { guard: 'asksToLeave', target: '.leaving' },
          { target: '.authorised', actions: { type: 'keepAccount', params: ({ event }) => event.grant } },
        ],
        'session.ended': { target: '.anonymous', actions: { type: 'keepEnd', params: ({ event }) => event } },
      },
      states: {
        unknown: {
          description: 'Nothing is drawn and nobody is sent anywhere until the session is known.',
          on: {
            'session.unclear': { target: 'unclear', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        unclear: {
          description: 'The stored token could not be checked.',
          always: { guard: 'asksToLeave', target: 'leaving' },
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
          on: { 'session.ended': { guard: 'isFarewell' } },
        },
        authorised: {
          exit: 'dropAccount',
          always: [
            { guard: 'asksToLeave', target: 'leaving' },
            { guard: 'mustMoveOn', actions: 'moveOn' },
          ],
          on: { 'logout.request': [{ guard: 'isOnLogout', target: 'leaving' }, { actions: 'goLogout' }] },
          initial: 'fetching',
          states: {
            fetching: {
              description: 'The code of the signed-in half is on its way.',
              invoke: {
                id: 'fetchPlayer',
                src: 'fetchPlayer',
                input: {},
                onDone: 'playing',
                onError: 'unavailable',
              },
            },
            unavailable: {
              description: 'That code did not arrive. What is stored of orders stays as it is.',
              on: { 'load.retry': 'fetching', 'network.changed': { guard: 'isOnline', target: 'fetching' } },
            },
            playing: {
              invoke: {
                id: 'player',
                src: 'player',
                input: playerInput,
                onError: { target: 'broken', actions: 'blameDefect' },
              },
              on: {
                'url.changed': { actions: 'tellPage' },
                'address.follow': { actions: 'followAddress' },
                'link.waiting': { actions: 'keepToLink' },
              },
              initial: 'restoring',
              states: {
                restoring: { on: { 'work.opened': 'open' } },
                open: { on: { 'work.closed': 'restoring' } },
              },
            },
            broken: { on: { 'boot.retry': 'fetching' } },
          },
        },
      },
    },
    returning: {
      description: 'Signed in by Apple or WeChat: what the first address says of it is told once and taken out of it.',
      initial: 'waiting',
      states: {
        waiting: {
          on: {
            'session.activated': [{ guard: 'isRestored', target: 'restored' }, { target: 'over' }],
            'session.absent': 'over',
          },
        },
        restored: { always: { guard: 'hasArrived', target: 'over', actions: 'tellReturn' } },
        over: {},
      },
    },
    location: {
      description: 'Last, so that the other regions still see where the browser came from.',
      on: { 'url.changed': { actions: 'arrive' } },
    },
  },
});
