import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { selectPortalFrame, selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { type PortalHarness, startPortal } from '../support/machines/portal-actor-harness.ts';
import { ada, config, home, OFFLINE, resumeStateOf } from '../support/views/portal-samples.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CRASHED = { name: 'boot-failed', failure: failure('unknownError') };

/** A player on the home page, after a configuration that loaded on the second attempt. */
const afterRetry = async (): Promise<PortalHarness> => {
  const portal = startPortal();
  await portal.open('/main/home');
  await portal.refuse('loadConfig', OFFLINE);
  await portal.send({ type: 'boot.retry' });
  await portal.answer('loadConfig', config);
  await portal.answer('loadHome', home);
  await portal.answer('restore', ada);
  await portal.answer('loadResumeState', resumeStateOf());
  expect(selectPortalScreen(portal.snapshot()).name).toBe('home');
  return portal;
};
const crashOf = (actorId: string) => ({
  type: `xstate.error.actor.${actorId}` as never,
  actorId,
  error: new Error('a defect'),
});
const toastsOf = (portal: PortalHarness) => portal.sentTo('toasts');

test.each(['session', 'signedIn'])(
  'a crash of %s shows an unknown error, not the failure of an earlier start (ERRS-06)',
  async (id) => {
    const portal = await afterRetry();
    portal.actor.send(crashOf(id));
    expect(selectPortalScreen(portal.snapshot())).toEqual(CRASHED);
    portal.stop();
  },
);

test('a crash of the start shows an unknown error, not the failure of an earlier start (ERRS-06)', async () => {
  const portal = startPortal();
  await portal.open('/main/home');
  await portal.answer('restore', ada);
  await portal.refuse('loadConfig', OFFLINE);
  await portal.send({ type: 'boot.retry' });
  portal.actor.send(crashOf('boot'));
  expect(selectPortalScreen(portal.snapshot())).toEqual(CRASHED);
});

test('a toast says that a link from the game has expired, and the session continues (SESS-12)', async () => {
  const portal = startPortal();
  await portal.open('/main/home');
  await portal.answer('restore', { beforeTicket: ada });
  await portal.refuse('redeemTicket', failure('linkExpired'));
  await portal.answer('loadConfig', config);
  await portal.answer('loadResumeState', resumeStateOf());
  expect(selectPortalScreen(portal.snapshot()).name).toBe('home');
  expect(toastsOf(portal)).toEqual([{ type: 'toast.add', subject: 'linkExpired', level: 'warning' }]);
});

test('the frame shows that the device is offline, and a toast that it is online again (C17)', async () => {
  const portal = await afterRetry();
  const online = () => selectPortalFrame(portal.snapshot()).online;
  await portal.report('environment', { type: 'network.changed', online: false });
  expect(online()).toBe(false);
  expect(toastsOf(portal)).toEqual([]);
  await portal.report('environment', { type: 'network.changed', online: true });
  expect(online()).toBe(true);
  expect(toastsOf(portal)).toEqual([{ type: 'toast.add', subject: 'backOnline', level: 'info' }]);
});

test('the portal knows the address of a waiting link until the logout, which closes the toasts of the account', async () => {
  const portal = await afterRetry();
  await portal.send({ type: 'link.waiting', url: 'https://help.example/' });
  expect(portal.snapshot().context.toLink).toBe('https://help.example/');
  await portal.send({ type: 'link.waiting', url: null });
  expect(portal.snapshot().context.toLink).toBeNull();
  await portal.send({ type: 'link.waiting', url: 'https://help.example/' });
  await portal.send({ type: 'session.ended', why: 'logout' });
  expect(portal.snapshot().context).toMatchObject({ account: null, toLink: null });
  expect(toastsOf(portal)).toEqual([{ type: 'toast.close', ofAccount: true }]);
});

test('the form for a new password closes on a page without one (SESS-05)', async () => {
  const portal = startPortal();
  await portal.answer('loadConfig', config);
  await portal.open('/login?reset=email');
  await portal.answer('restore', null);
  const state = () => JSON.stringify(portal.session().value);
  const withForm = state();
  await portal.open('/403');
  expect(state()).not.toBe(withForm);
  expect(portal.session().context.recovery).toBeNull();
});
