import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { portalMachine } from '../../machines/portal/portal.machine.ts';
import { type PortalSnapshot, selectPortalFrame, selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { bootMachine } from '../../machines/portal/portal-boot.machine.ts';
import {
  assertCovered,
  type Coverage,
  type CoverageOptions,
  coverTransitions,
  mergeCoverage,
} from '../support/machines/transition-coverage.ts';
import { ada, config, home, OFFLINE, urlChanged } from '../support/views/portal-samples.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FROM: Readonly<Record<string, readonly string[]>> = {
  boot: ['config.loaded', 'config.failed', 'clock.synced', 'home.loaded', 'home.failed'],
  session: [
    'session.activated',
    'session.absent',
    'session.unverified',
    'session.ended',
    'session.refused',
    'session.recovered',
  ],
  signedIn: ['resume.ready', 'resume.stopped', 'url.sync', 'link.waiting', 'screen.forbidden'],
  environment: [
    'layout.changed',
    'network.changed',
    'storage.failed',
    'tab.login',
    'tab.confirm',
    'http.unauthorized',
    'http.kicked',
  ],
};
const listeners = Object.fromEntries(Object.entries(FROM).flatMap(([id, types]) => types.map((type) => [type, id])));

const crash = (id: string) => ({ type: `xstate.error.actor.${id}`, actorId: id, error: new Error('a defect') });
const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });

const run = (
  options: Pick<CoverageOptions<PortalSnapshot, undefined>, 'events' | 'serialize' | 'extraPaths'>,
): Promise<Coverage> =>
  coverTransitions(portalMachine, {
    inputs: [undefined],
    systemId: 'portal',
    listeners,
    silent: ['session', 'toasts'],
    visit: (snapshot) => {
      expect(selectPortalScreen(snapshot).name).toBeTruthy();
      expect(selectPortalFrame(snapshot).isMobile).toBe(snapshot.matches({ layout: 'mobile' }));
    },
    ...options,
  });

const DEVICE = [
  { type: 'config.loaded', config },
  { type: 'config.failed', failure: OFFLINE },
  { type: 'clock.synced', offsetMs: 250 },
  { type: 'home.loaded', home },
  { type: 'home.failed', failure: OFFLINE },
  { type: 'boot.retry' },
  { type: 'load.retry' },
  { type: 'layout.changed', isMobile: true },
  { type: 'layout.changed', isMobile: false },
  { type: 'network.changed', online: true },
  { type: 'network.changed', online: false },
  { type: 'storage.failed' },
  { type: 'page.open', to: '/403' },
  crash('boot'),
  crash('session'),
  crash('toasts'),
  crash('environment'),
];

/** The login reports of the session. */
const RETURNS = [
  ...(['restore', 'login', 'phone', 'other-tab'] as const).map((by) => ({ type: 'session.activated', grant: ada, by })),
  { type: 'session.absent' },
  { type: 'session.refused', method: 'account' },
  { type: 'session.recovered' },
  { type: 'session.linkExpired' },
];

const ACCESS = [
  ...['/login', '/login?redirect=%2Fmain%2Frecharge', '/main', '/main/home', '/403'].map((url) => urlChanged(url)),
  ...['/main/recharge', '/main/recharge?step=item', '/main/logout', '/main/logout?id=23'].map((url) => urlChanged(url)),
  { type: 'session.activated', grant: ada, by: 'restore' },
  { type: 'session.unverified', failure: OFFLINE },
  ...['logout', 'expired', 'kicked', 'other-tab'].map((why) => ({ type: 'session.ended', why })),
  { type: 'tab.login' },
  { type: 'tab.logout' },
  { type: 'tab.confirm' },
  { type: 'load.retry' },
  { type: 'http.unauthorized' },
  { type: 'http.kicked' },
  { type: 'logout.request' },
  { type: 'boot.retry' },
  { type: 'network.changed', online: true },
  done('loadSignedIn', null),
  { type: 'xstate.error.actor.loadSignedIn', error: OFFLINE },
  crash('signedIn'),
  { type: 'link.waiting', url: 'https://help.example/' },
  { type: 'resume.ready' },
  { type: 'resume.stopped' },
  { type: 'screen.forbidden' },
  { type: 'url.sync', to: '/main/recharge?step=item', replace: true },
];

describe('every transition on a real actor', () => {
  test('portal (ROUTE-14, SESS-14, C25, C26)', async () => {
    const parts: [Coverage, ...Coverage[]] = [
      await run({ events: DEVICE }),
      await run({
        events: RETURNS,
        serialize: ({ value, context: { page } }) => JSON.stringify([value['externalLogin'], page]),
      }),
      await run({
        events: ACCESS,
        serialize: ({ value, context: { page, logoutRequested } }) =>
          JSON.stringify([value['access'], page, logoutRequested]),
      }),
    ];
    assertCovered(mergeCoverage(parts));
  });

  test('boot (SESS-14)', async () => {
    assertCovered(
      await coverTransitions(bootMachine, {
        inputs: [undefined],
        events: [
          done('loadConfig', config),
          { type: 'xstate.error.actor.loadConfig', error: OFFLINE },
          done('syncClock', { offsetMs: 250 }),
          { type: 'xstate.error.actor.syncClock', error: OFFLINE },
          done('loadHome', home),
          { type: 'xstate.error.actor.loadHome', error: OFFLINE },
          { type: 'boot.retry' },
          { type: 'xstate.after.retryDelay.boot.clock.failed' },
          { type: 'xstate.after.retryDelay.boot.home.failed' },
        ],
      }),
    );
  });
});
