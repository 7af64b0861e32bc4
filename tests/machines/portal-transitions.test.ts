import { beforeEach, expect, test, vi } from 'vitest';
import { portalMachine } from '../../machines/portal/portal.machine.ts';
import { type PortalSnapshot, selectPortalFrame, selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { bootMachine } from '../../machines/portal/portal-boot.machine.ts';
import { done, failed, plain } from '../support/machines/machine-harness.ts';
import {
  assertCovered,
  type Coverage,
  type CoverageOptions,
  coverTransitions,
  mergeCoverage,
} from '../support/machines/transition-coverage.ts';
import { ada, config, home, OFFLINE, urlChanged } from '../support/views/portal-samples.ts';

beforeEach(() => void vi.useFakeTimers());

const FROM: Readonly<Record<string, readonly string[]>> = {
  boot: ['config.loaded', 'config.failed', 'clock.synced', 'home.loaded', 'home.failed'],
  session: ['activated', 'absent', 'unverified', 'ended', 'refused', 'recovered'].map((report) => `session.${report}`),
  signedIn: ['resume.ready', 'resume.stopped', 'url.sync', 'link.waiting', 'screen.forbidden'],
  environment: [
    ...['layout.changed', 'network.changed', 'storage.failed', 'tab.login', 'tab.confirm'],
    ...['http.unauthorized', 'http.kicked'],
  ],
};
const listeners = Object.fromEntries(Object.entries(FROM).flatMap(([id, types]) => types.map((type) => [type, id])));

const crash = (id: string) => ({ ...failed(id, new Error('a defect')), actorId: id });

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
  ...plain('boot.retry', 'load.retry', 'storage.failed'),
  ...[true, false].flatMap((is) => [
    { type: 'layout.changed', isMobile: is },
    { type: 'network.changed', online: is },
  ]),
  { type: 'page.open', to: '/403' },
  ...['boot', 'session', 'toasts', 'environment'].map(crash),
];

/** The login reports of the session. */
const RETURNS = [
  ...(['restore', 'login', 'phone', 'other-tab'] as const).map((by) => ({ type: 'session.activated', grant: ada, by })),
  { type: 'session.refused', method: 'account' },
  ...plain('session.absent', 'session.recovered', 'session.linkExpired'),
];

const ACCESS = [
  ...['/login', '/login?redirect=%2Fmain%2Frecharge', '/main', '/main/home', '/403'].map((url) => urlChanged(url)),
  ...['/main/recharge', '/main/recharge?step=item', '/main/logout', '/main/logout?id=23'].map((url) => urlChanged(url)),
  { type: 'session.activated', grant: ada, by: 'restore' },
  { type: 'session.unverified', failure: OFFLINE },
  ...['logout', 'expired', 'kicked', 'other-tab'].map((why) => ({ type: 'session.ended', why })),
  ...plain('tab.login', 'tab.logout', 'tab.confirm', 'load.retry', 'boot.retry', 'logout.request'),
  ...plain('http.unauthorized', 'http.kicked', 'resume.ready', 'resume.stopped', 'screen.forbidden'),
  { type: 'network.changed', online: true },
  done('loadSignedIn', null),
  failed('loadSignedIn', OFFLINE),
  crash('signedIn'),
  { type: 'link.waiting', url: 'https://help.example/' },
  { type: 'url.sync', to: '/main/recharge?step=item', replace: true },
];

test('every transition of the portal is taken on a real actor (ROUTE-14, SESS-14, C25, C26)', async () => {
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

test('every transition of the boot is taken on a real actor (SESS-14)', async () => {
  assertCovered(
    await coverTransitions(bootMachine, {
      inputs: [undefined],
      events: [
        done('loadConfig', config),
        failed('loadConfig', OFFLINE),
        done('syncClock', { offsetMs: 250 }),
        failed('syncClock', OFFLINE),
        done('loadHome', home),
        failed('loadHome', OFFLINE),
        ...plain('boot.retry', 'xstate.after.retryDelay.boot.clock.failed', 'xstate.after.retryDelay.boot.home.failed'),
      ],
    }),
  );
});
