import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import {
  editPhoneLogin,
  editReset,
  sendCode,
  submitPhoneLogin,
  submitReset,
} from '../../machines/session/recovery.events.ts';
import { type FlowRun, readFlow, writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { createRecorder } from '../../src/qa/core/record/recorder.ts';
import { createRunStore } from '../../src/qa/core/record/run-store.ts';
import { createRedactor, isMasked } from '../../src/qa/core/redact/redactor.ts';
import { replayRun } from '../../src/qa/core/replay/replay.ts';
import { subject } from '../../src/qa/core/subject.ts';
import { portalSystem } from '../../src/qa/portal/portal-system.ts';
import { replayFile } from '../../src/qa/portal/replay-file.ts';
import { sampleOf, TOKEN } from '../support/api/fake-api.ts';
import { createFakeStore } from '../support/browser/fake-browser.ts';
import { orderAnswer, orderIn } from '../support/browser/portal-tab.ts';
import { openRecordedTab } from '../support/browser/recorded-tab.ts';

const CANARY = {
  password: 'Canary-4711x',
  token: 'canary-token-90aa',
  code: '481516',
  phone: '+49 151 2342 1337',
  email: 'canary.bird@mine.example',
} as const;

describe('redaction is an allow-list (INSP-02)', () => {
  test('a masked link is still an address, and a masked picture needs no network', () => {
    const url = 'https://store.example/a';
    const { redact } = createRedactor();
    expect(redact({ link: url, pageImgUrl: url, img: 'https://store.example/b' })).toEqual({
      link: 'https://masked.invalid/•••1',
      pageImgUrl: 'data:,•••1',
      img: 'data:,•••2',
    });
  });

  test('text under an unlisted name is masked at any depth', () => {
    const { redact } = createRedactor();
    const seen = JSON.stringify(
      redact({
        type: 'anything.new',
        fieldOfTomorrow: CANARY.code,
        list: [CANARY.password, { deeper: CANARY.phone }],
        output: CANARY.token,
        error: new Error(`no such mailbox: ${CANARY.email}`),
        map: new Map([['a', CANARY.token]]),
      }),
    );
    for (const secret of Object.values(CANARY)) expect(seen).not.toContain(secret);
    expect(seen).toContain('anything.new');
  });

  test('the same value has the same mask, so that comparisons have the same result', () => {
    const { redact } = createRedactor();
    const first = redact({ account: 'someone', loginName: 'someone', other: 'else', none: '' });
    expect(first).toEqual({ account: '•••1', loginName: '•••1', other: '•••2', none: '' });
    expect(redact({ userId: 'else' })).toEqual({ userId: '•••2' });
    expect(redact(first)).toEqual(first);
  });

  test('a secret is also masked inside allowed text once it is known, and in earlier text on a second pass', () => {
    const { redact, remember, again } = createRedactor();
    const early = redact({ title: `Hello ${CANARY.password}` });
    remember(CANARY.password);
    expect(JSON.stringify(early)).toContain(CANARY.password);
    expect(JSON.stringify(again(early))).not.toContain(CANARY.password);
    expect(JSON.stringify(redact({ title: `Hello ${CANARY.password}` }))).not.toContain(CANARY.password);
    redact({ payUrl: 'https://pay.example/t/98f1' });
    expect(redact({ text: 'go to https://pay.example/t/98f1 now' })).toEqual({
      text: 'go to https://masked.invalid/•••2 now',
    });
  });

  test('e-mail addresses and phone numbers are masked in every text, encoded or not', () => {
    const { redact } = createRedactor();
    for (const text of [CANARY.email, encodeURIComponent(CANARY.email), CANARY.phone]) {
      const seen = redact({ type: text, title: `write to ${text}`, path: `/main/${text}` });
      expect(JSON.stringify(seen)).not.toContain(text);
    }
  });

  test('a URL keeps its path and the known query parameters', () => {
    const { redact } = createRedactor();
    expect(redact({ to: '/login?redirect=%2Fmain%2Frecharge%3Fstep%3Ditem' })).toEqual({
      to: '/login?redirect=%2Fmain%2Frecharge%3Fstep%3Ditem',
    });
    expect(redact({ path: '/main/recharge', search: '?step=item&token=canary-token-90aa' })).toEqual({
      path: '/main/recharge',
      search: '?step=item&token=•••1',
    });
    const nested = redact({ search: `?redirect=${encodeURIComponent('/main/home?code=481516')}` });
    expect(JSON.stringify(nested)).not.toContain('481516');
    expect(isMasked(JSON.stringify(nested))).toBe(true);
  });

  test('counters and times stay, a large number under an unknown name is masked', () => {
    const { redact } = createRedactor();
    expect(redact({ polls: 3, at: 1_760_000_000_000, minor: 129_900, number: 4_915_123_421_337 - 4e12 })).toEqual({
      polls: 3,
      at: 1_760_000_000_000,
      minor: 129_900,
      number: 0,
    });
  });

  test("a failure stays readable, the server's message is masked", () => {
    const { redact } = createRedactor();
    expect(redact(failure('systemBusy', { code: 10002, msg: 'sorry, Mr Canary' }))).toEqual({
      reason: 'systemBusy',
      status: 200,
      code: 10002,
      msg: '•••1',
      retryAfterMs: null,
    });
  });

  test('the data of a refusal is masked completely, whatever its keys are (D16, ERRS-02, INSP-02)', () => {
    const { redact } = createRedactor();
    const data = {
      name: 'Canary',
      id: 4711,
      orderId: 'canary-order',
      title: 'canary-title',
      list: [{ kind: 'canary' }],
    };
    const text = JSON.stringify(redact({ failure: failure('systemBusy', { data }) }));
    expect(text).not.toMatch(/canary|4711/i);
    expect(text).toContain('"data":"•••"');
  });
});

describe('a whole flow with canaries (INSP-02)', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));

  test('no canary is in the recording, in the log or in an event', async () => {
    const tab = openRecordedTab(`/main/recharge?token=${CANARY.token}&password=${CANARY.password}`);
    const { result } = sampleOf('/api/user/login');
    tab.api.reply('/api/user/login', { code: 0, result: { ...(result as object), token: CANARY.token } });
    await orderIn(tab, { account: CANARY.email, password: CANARY.password });
    tab.api.reply('/api/order/record', orderAnswer(4));
    await vi.advanceTimersByTimeAsync(10_000);
    const written = writeFlow(tab.flow()) + JSON.stringify(tab.log);
    for (const secret of [...Object.values(CANARY), TOKEN]) expect(written).not.toContain(secret);
    expect(tab.api.seen.some(({ headers }) => Object.values(headers).includes(CANARY.token))).toBe(true);
  });

  test('no code, number or email address is in it while codes are sent and a new password is set', async () => {
    const tab = openRecordedTab('/login?reset=email');
    const session = () => tab.actor.getSnapshot().children.session;
    const child = (id: 'verification' | 'recovery'): AnyActorRef | undefined => session()?.getSnapshot().children[id];
    await tab.until(() => expect(child('recovery')).toBeDefined());
    const recovery = child('recovery');
    const { storeSecret } = tab.browserActions;
    const reset = { target: CANARY.email, code: CANARY.code, password: CANARY.password, repeat: CANARY.password };
    recovery?.send(submitReset('email', { ...reset, repeat: CANARY.email }, storeSecret));
    recovery?.send(editReset('email', 'repeat', reset));
    recovery?.getSnapshot().children.verification?.send(sendCode('email', CANARY.email));
    await vi.advanceTimersByTimeAsync(1_000);
    recovery?.send(submitReset('email', reset, storeSecret));
    await vi.advanceTimersByTimeAsync(1_000);
    session()?.send({ type: 'recovery.requested', by: null });
    session()?.send({ type: 'login.by', method: 'phone' });
    await tab.until(() => expect(child('verification')).toBeDefined());
    const account = CANARY.phone.replaceAll(' ', '');
    child('verification')?.send(sendCode('phone', account));
    await vi.advanceTimersByTimeAsync(1_000);
    session()?.send(submitPhoneLogin({ target: account, code: CANARY.password }, storeSecret));
    session()?.send(editPhoneLogin({ target: account, code: CANARY.code }));
    session()?.send(submitPhoneLogin({ target: account, code: CANARY.code }, storeSecret));
    await vi.advanceTimersByTimeAsync(1_000);
    const flow = tab.flow();
    const written = writeFlow(flow) + JSON.stringify(tab.log);
    for (const secret of [...Object.values(CANARY), account, account.slice(1)]) expect(written).not.toContain(secret);
    const types = flow.runs.flatMap(({ rows }) =>
      rows.flatMap((row) => (row.kind === 'event' ? [row.event.type] : [])),
    );
    expect(types).toEqual(
      expect.arrayContaining(['code.send', 'reset.submit', 'reset.edit', 'login.submit', 'login.edit']),
    );
    expect(written).toContain('"repeat":"passwordsDiffer"');
    expect(written).toContain('"code":"codeFormat"');
    expect(replayRun(portalSystem, flow.runs[0] as FlowRun)).toBeNull();
  });
});

test('without room in the tab the oldest page loads are dropped, and counted (INSP-03)', () => {
  const sessionStorage = createFakeStore();
  const { setItem } = sessionStorage;
  sessionStorage.setItem = (key, text) => {
    if (text.length > 300) throw new DOMException('full', 'QuotaExceededError');
    setItem(key, text);
  };
  const leaving: (() => void)[] = [];
  const load = (address: string) => {
    const browser = { sessionStorage, addEventListener: (_: string, leave: () => void) => leaving.push(leave) };
    const redactor = createRedactor();
    const recorder = createRecorder({ redactor, now: () => 0 });
    return createRunStore(browser as unknown as Window, { address, recorder, redactor });
  };
  const leave = () => leaving.pop()?.();
  for (const page of ['/1', '/2', '/3', '/4', '/5', '/6']) {
    load(page);
    leave();
  }
  const store = load('/7');
  const addresses = store.all().map(({ address }) => address);
  expect(addresses.at(-1)).toBe('/7');
  expect(addresses.at(-2)).toBe('/6');
  expect(store.lost()).toBe(7 - addresses.length);
  expect(store.lost()).toBeGreaterThan(0);
  store.clear();
  expect(load('/8').lost()).toBe(0);
});

const QUERY = {
  token: CANARY.token,
  password: CANARY.password,
  email: encodeURIComponent(CANARY.email),
  phone: encodeURIComponent(CANARY.phone),
  code: CANARY.code,
  redirect: encodeURIComponent(`/main/home?token=${CANARY.token}`),
};
const URL_WITH_SECRETS = `/main/recharge?step=item&${Object.entries(QUERY)
  .map(([name, value]) => `${name}=${value}`)
  .join('&')}`;

const expectNoCanary = (text: string): void => {
  for (const secret of [...Object.values(CANARY), QUERY.email, QUERY.phone]) expect(text).not.toContain(secret);
};

test('the URL of a page load is masked when a file contains it, in the replay and in the viewer (INSP-02)', () => {
  const run = { tab: 'a', address: URL_WITH_SECRETS, startedAt: 0, contexts: true, rows: [] } satisfies FlowRun;
  const head = { format: 'portal.flow', version: 1, name: 'n', build: 'b', locale: 'en-US', machines: {} } as const;
  const text = writeFlow({ ...head, runs: [run] });
  expect(text).toContain(CANARY.token);
  const opened = readFlow(text);
  const shown = [JSON.stringify(opened), ...replayFile(text).lines].join('\n');
  expect(opened.ok).toBe(true);
  expect(shown).toContain('(/main/recharge?step=item&token=•••');
  expectNoCanary(shown);
});

test('a full recorder is marked as cut and keeps the beginning (INSP-03)', () => {
  const recorder = createRecorder({ redactor: createRedactor(), now: () => 0, room: 1 });
  const actor = (id: string) => ({ sessionId: id, id, logic: {}, _parent: undefined });
  for (const id of ['x:1', 'x:2'])
    recorder.inspect({ type: '@xstate.actor', actorRef: actor(id), rootId: id } as never);
  expect(recorder.recorded()).toMatchObject({ cut: true, rows: [{ kind: 'actor', path: '$' }] });
});

test('every order status may be recorded (INSP-04)', () => {
  const { words } = subject('plainKeys');
  for (const key of ['known', 'received']) expect([...(words[key] ?? [])]).toEqual([...ORDER_STATUSES]);
});
