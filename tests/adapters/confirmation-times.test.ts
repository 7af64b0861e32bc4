import { describe, expect, test, vi } from 'vitest';
import { createClockSync } from '../../src/adapters/clock-sync.ts';
import { mayHaveExpired, readConfirmationTimes } from '../../src/adapters/confirmation-times.ts';
import { createServerClock } from '../../src/platform/server-clock.ts';
import { firstPage, ORDER_ROW, type Reply, unreachable } from '../support/api/fake-api.ts';
import { createFakeProfile } from '../support/browser/fake-browser.ts';
import {
  anIntent,
  CONFIRMED_AT,
  createCoreHarness,
  entered,
  loggedIn,
  never,
  reasonOf,
  resumeStateIn,
} from '../support/machines/core-harness.ts';

const CREATE = '/api/order/webCreate';
const TIME = '/api/setting/time';
const RECORD = '/api/order/record';
const HOUR = 3_600_000;
const TOO_OLD = { looked: { reason: 'orderNumberWrong' }, created: { reason: 'timedOut' }, sent: 0 };
const IN_TIME = { looked: { resolved: null }, created: { resolved: { orderId: 'O-1' } }, sent: 1 };

const timeOf = (ms: number): Reply => ({ code: 0, result: { ts: 0, ts_ms: ms } });

const confirmed = async ({ deviceAt, time }: { readonly deviceAt: number; readonly time: Reply }) => {
  vi.setSystemTime(deviceAt);
  const harness = await loggedIn();
  harness.api.reply(TIME, time);
  await harness.portalPorts.syncClock({}, never).catch(() => undefined);
  await harness.rechargePorts.saveIntent({ intent: anIntent() }, never);
  return harness.profile;
};

type Moment = { readonly deviceAt: number; readonly time: Reply };

/** Opens the page later. These orders are listed. */
const reopened = async (
  profile: ReturnType<typeof createFakeProfile>,
  { deviceAt, time }: Moment,
  ...rows: readonly object[]
) => {
  vi.setSystemTime(deviceAt);
  const harness = createCoreHarness(profile);
  await harness.bootPorts.loadConfig({}, never);
  harness.api.reply(RECORD, firstPage(...rows));
  harness.api.reply(TIME, time);
  expect((await resumeStateIn(harness)).intent).toEqual(anIntent());
  await harness.rechargePorts.loadServers({}, never);
  return harness;
};

const rowOf = (createdAt: number, more: object = {}) => ({
  ...ORDER_ROW,
  epoints: null,
  credit: null,
  create_ts: Math.trunc(createdAt / 1_000),
  ...more,
});

/** The results of a lookup and of a repeated request. */
const resubmitted = async ({ api, rechargePorts }: ReturnType<typeof createCoreHarness>) => {
  const looked = await reasonOf(rechargePorts.lookUpOrder({ intent: anIntent() }, never));
  const created = await reasonOf(rechargePorts.createOrder({ intent: anIntent() }, never));
  return { looked, created, sent: api.to(CREATE).length };
};

const returned = async (profile: ReturnType<typeof createFakeProfile>, moment: Moment) =>
  resubmitted(await reopened(profile, moment));

/** Changes the stored intent to the format of an earlier build. */
const removeStamp = ({ local }: ReturnType<typeof createFakeProfile>): void => {
  const [name = ''] = Object.keys(local.dump()).filter((key) => key.includes(':intent:'));
  const { v, data } = JSON.parse(local.getItem(name) ?? '');
  local.setItem(name, JSON.stringify({ v, data: { ...data, stamp: undefined } }));
};

describe('how long ago the player confirmed (C13, RCHG-16, RCHG-20)', () => {
  test.each([
    ['behind', -12 * HOUR],
    ['ahead', 12 * HOUR],
  ])('server time decides on a device that is %s', async (_, error) => {
    const profile = await confirmed({ deviceAt: CONFIRMED_AT + error, time: timeOf(CONFIRMED_AT) });
    const at = (ms: number) => ({ deviceAt: CONFIRMED_AT + error + ms, time: timeOf(CONFIRMED_AT + ms) });
    expect(await returned(profile, at(8 * HOUR))).toMatchObject(TOO_OLD);
    expect(await returned(profile, at(298_000))).toMatchObject(IN_TIME);
  });

  test('a storage that cannot be accessed later does not make a confirmation old', async () => {
    const ahead = 12 * HOUR;
    const profile = await confirmed({ deviceAt: CONFIRMED_AT + ahead, time: timeOf(CONFIRMED_AT) });
    const harness = await reopened(profile, {
      deviceAt: CONFIRMED_AT + ahead + 5_000,
      time: timeOf(CONFIRMED_AT + 5_000),
    });
    profile.local.mood = 'forbidden';
    expect(await resubmitted(harness)).toMatchObject(IN_TIME);
  });

  test.each([
    ['the server is reachable', true],
    ['the server is unreachable', false],
  ])('the sleep of the device counts while %s', async (_, isReachable) => {
    let [monotonic, wall] = [1_000, CONFIRMED_AT];
    const clock = createServerClock({ monotonic: () => monotonic, wall: () => wall });
    const adopt = () => clock.adopt([{ sentAt: monotonic, receivedAt: monotonic, serverMs: wall }]);
    adopt();
    const stamp = { at: CONFIRMED_AT, hasServerTime: true };
    wall += 8 * HOUR;
    monotonic += 2_000;
    const syncClock = async () => {
      if (!isReachable) throw new Error('unreachable');
      adopt();
      return { offsetMs: 0 };
    };
    expect(mayHaveExpired(clock, anIntent(), stamp)).toBe(true);
    expect(await readConfirmationTimes({ clock, syncClock }, anIntent(), stamp, never)).toMatchObject({
      hasExpired: true,
    });
  });

  test('samples that were requested before the device slept are not used', async () => {
    let [monotonic, wall] = [1_000, CONFIRMED_AT];
    const clock = createServerClock({ monotonic: () => monotonic, wall: () => wall });
    const replies = [
      { ms: 400, isLost: false },
      { ms: 1_000, isLost: true },
    ];
    const settingTime = async () => {
      const { ms, isLost } = replies.shift() ?? { ms: 0, isLost: true };
      const ts_ms = wall;
      monotonic += ms;
      wall += isLost ? 8 * HOUR : ms;
      if (isLost) throw new Error('the network changed');
      return { ts: 0, ts_ms };
    };
    const { sync } = createClockSync({ call: settingTime } as never, clock);
    expect(await reasonOf(sync())).toMatchObject({ reason: 'timedOut' });
    expect([clock.isSet(), clock.hasDrifted()]).toEqual([false, true]);
  });

  test('a new confirmation does not wait for the time of the server', async () => {
    vi.setSystemTime(CONFIRMED_AT);
    const harness = await entered(createFakeProfile());
    harness.api.reply(TIME, unreachable);
    await harness.rechargePorts.saveIntent({ intent: anIntent() }, never);
    // The device has just slept, and its clock is not repaired yet.
    vi.setSystemTime(CONFIRMED_AT + 10_000);
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    expect(harness.api.to(TIME)).toHaveLength(0);
  });

  test('without a stamp, either clock makes a confirmation old', async () => {
    const profile = await confirmed({ deviceAt: CONFIRMED_AT, time: unreachable });
    removeStamp(profile);
    const behind = { deviceAt: CONFIRMED_AT + 6 * HOUR, time: timeOf(CONFIRMED_AT - 6 * HOUR) };
    expect(await returned(profile, behind)).toMatchObject(TOO_OLD);
  });

  test.each([
    ['behind', 12 * HOUR],
    ['ahead', -12 * HOUR],
  ])('an order is searched around the confirmation in server time, on a device that is %s', async (_, ahead) => {
    const profile = await confirmed({ deviceAt: CONFIRMED_AT, time: unreachable });
    const serverNow = CONFIRMED_AT + ahead + 20_000;
    const lookUp = async (createdAt: number) => {
      const now = { deviceAt: CONFIRMED_AT + 20_000, time: timeOf(serverNow) };
      const { rechargePorts } = await reopened(profile, now, rowOf(createdAt));
      return reasonOf(rechargePorts.lookUpOrder({ intent: anIntent() }, never));
    };
    expect(await lookUp(serverNow - 6 * HOUR)).toMatchObject({ resolved: null });
    expect(await lookUp(serverNow - 10_000)).toMatchObject({ resolved: { orderId: 'O-1' } });
  });
});

test('the key gets the page of an order that was created late, until the order expires (RCHG-20)', async () => {
  const profile = await confirmed({ deviceAt: CONFIRMED_AT, time: timeOf(CONFIRMED_AT) });
  const createdAt = CONFIRMED_AT + 200_000;
  const now = { deviceAt: CONFIRMED_AT + 302_000, time: timeOf(CONFIRMED_AT + 302_000) };
  const harness = await reopened(profile, now, rowOf(createdAt, { status: 1, pay_url: null }));
  const { createOrder, lookUpOrder } = harness.rechargePorts;
  expect(await reasonOf(createOrder({ intent: anIntent() }, never))).toMatchObject({ reason: 'timedOut' });
  expect(await lookUpOrder({ intent: anIntent() }, never)).toBeNull();
  expect(await createOrder({ intent: anIntent() }, never)).toMatchObject({ orderId: 'O-1' });
  vi.setSystemTime(createdAt + 300_000);
  harness.api.reply(TIME, timeOf(createdAt + 300_000));
  expect(await reasonOf(createOrder({ intent: anIntent() }, never))).toMatchObject({ reason: 'timedOut' });
});

describe('the times of a confirmation (RCHG-20)', () => {
  const HALF_HOUR = HOUR / 2;
  const TIME_TO_PAY = 300_000;
  /** The device is half an hour behind the server, and the player confirmed `elapsed` ms ago. */
  const clockAfter = (elapsed: number, hasServerTime: boolean) => {
    const wall = CONFIRMED_AT - HALF_HOUR + elapsed;
    const clock = createServerClock({ monotonic: () => 1_000, wall: () => wall });
    if (hasServerTime) clock.adopt([{ sentAt: 1_000, receivedAt: 1_000, serverMs: CONFIRMED_AT + elapsed }]);
    return clock;
  };
  const STAMP = { at: CONFIRMED_AT - HALF_HOUR, hasServerTime: true };
  const syncClock = () => Promise.reject(new Error('unreachable'));

  test.each([true, false])('a confirmation is old after exactly 300 s, with server time: %s', async (hasServerTime) => {
    for (const [elapsed, hasExpired] of [
      [TIME_TO_PAY - 1, false],
      [TIME_TO_PAY, true],
    ] as const) {
      const clock = clockAfter(elapsed, hasServerTime);
      expect(mayHaveExpired(clock, anIntent(), STAMP)).toBe(hasExpired);
      expect(await readConfirmationTimes({ clock, syncClock }, anIntent(), STAMP, never)).toEqual({
        confirmedAt: CONFIRMED_AT,
        now: CONFIRMED_AT + elapsed,
        hasExpired,
      });
    }
  });

  test('a confirmation in device time is converted to server time', async () => {
    const clock = clockAfter(5_000, true);
    const intent = { ...anIntent(), confirmedAt: STAMP.at };
    const stamp = { ...STAMP, hasServerTime: false };
    expect(await readConfirmationTimes({ clock, syncClock }, intent, stamp, never)).toEqual({
      confirmedAt: CONFIRMED_AT,
      now: CONFIRMED_AT + 5_000,
      hasExpired: false,
    });
  });

  test('a known server time is not requested again', async () => {
    const sync = vi.fn(syncClock);
    await readConfirmationTimes({ clock: clockAfter(0, true), syncClock: sync }, anIntent(), STAMP, never);
    expect(sync).not.toHaveBeenCalled();
    await readConfirmationTimes({ clock: clockAfter(0, false), syncClock: sync }, anIntent(), STAMP, never);
    expect(sync).toHaveBeenCalledOnce();
  });
});
