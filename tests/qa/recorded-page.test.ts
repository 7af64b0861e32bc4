import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createActor, setup } from 'xstate';
import { lazyMachine } from '../../src/app/lazy-code.ts';
import { type Flow, type HttpCall, readFlow, writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { observeCalls } from '../../src/qa/core/record/http-calls.ts';
import { createRecorder } from '../../src/qa/core/record/recorder.ts';
import { wholePages } from '../../src/qa/core/record/shown-pages.ts';
import { joinTabs } from '../../src/qa/core/record/tabs.ts';
import { createRedactor } from '../../src/qa/core/redact/redactor.ts';

const START = 1_760_000_000_000;
const ORIGIN = 'https://portal.example';

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

/** A page whose server gives these responses in order, with a recorder. */
const watchedPage = (...responses: readonly (Response | Error)[]) => {
  const left = [...responses];
  let now = START;
  const redactor = createRedactor();
  const recorder = createRecorder({ redactor, now: () => now });
  const page = {
    fetch: async () => {
      await null;
      now += 40;
      const next = left.shift() ?? new Error('no response is left');
      if (next instanceof Error) throw next;
      return next;
    },
  };
  observeCalls(page, {
    isApi: ({ pathname }) => pathname.startsWith('/api/'),
    origin: ORIGIN,
    redactor,
    now: () => now,
    onCall: recorder.addCall,
  });
  const flow = (tab = 'a'): Flow => {
    const { machines, ...run } = recorder.recorded();
    const runs = [{ tab, address: '/main/recharge', ...run }];
    return { format: 'portal.flow', version: 1, name: 'page', build: '1.2.3', locale: 'en-US', machines, runs };
  };
  return { page: page as { readonly fetch: Window['fetch'] }, redactor, recorder, flow };
};

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a row for each HTTP call (INSP-03)', () => {
  const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

  test('has path, status, code and the masked bodies, and the page reads the response as before', async () => {
    const body = {
      code: 0,
      msg: 'fine',
      result: { role_id: 'r-77', basicNum: 1_200, names: { 'de-DE': 'Edelsteine' } },
    };
    const { page, recorder } = watchedPage(json(body));
    const response = await page.fetch('/api/epoint/balance?token=canary', post({ userId: 'canary-account' }));
    expect(await response.json()).toEqual(body);
    await settled();
    const { calls } = recorder.recorded();
    expect(calls).toEqual([
      {
        at: 0,
        ms: 40,
        method: 'POST',
        path: '/api/epoint/balance?token=•••1',
        status: 200,
        code: 0,
        sent: { userId: '•••2' },
        body: { msg: '•••3', result: { role_id: '•••4', basicNum: 1_200, names: {} } },
      },
    ]);
  });

  test('a price and an order number are not masked; a code in a request is', async () => {
    const { page, recorder } = watchedPage(
      json({ code: 0, result: [{ price: '0.99', sdk_order_id: 'O-1', name: 'Gems' }] }),
    );
    await page.fetch('/api/order/webProduct', post({ server_id: '101', code: '481516' }));
    await settled();
    expect(recorder.recorded().calls).toMatchObject([
      {
        sent: { server_id: '101', code: '•••1' },
        body: { result: [{ price: '0.99', sdk_order_id: 'O-1', name: 'Gems' }] },
      },
    ]);
  });

  test('a response that was lost has no status, and the page gets the failure', async () => {
    const { page, recorder } = watchedPage(new Error('lost'), new Response('<html>', { status: 502 }));
    await expect(page.fetch('/api/user/uinfo')).rejects.toThrow('lost');
    expect((await page.fetch(new Request(`${ORIGIN}/api/user/uinfo`))).status).toBe(502);
    await settled();
    await page.fetch('/media/logo.svg').catch(() => undefined);
    expect(recorder.recorded().calls).toEqual([
      { at: 0, ms: 40, method: 'GET', path: '/api/user/uinfo', status: null, code: null },
      { at: 40, ms: 40, method: 'GET', path: '/api/user/uinfo', status: 502, code: null, cut: true },
    ]);
  });

  test('a call is there before its response, and is never twice', async () => {
    const { page, recorder } = watchedPage(json({ code: 0, result: 7 }));
    const response = page.fetch('/api/order/record', post({ page: 1 }));
    const sent = { at: 0, method: 'POST', path: '/api/order/record', sent: { page: 1 } };
    expect(recorder.recorded().calls).toEqual([{ ...sent, ms: 0, status: null, code: null }]);
    await response;
    await settled();
    expect(recorder.recorded().calls).toEqual([{ ...sent, ms: 40, status: 200, code: 0, body: { result: 7 } }]);
  });

  test('an equal response is kept once, and a long one is cut', async () => {
    const long = { code: 0, result: Array.from({ length: 2_000 }, (_, at) => ({ at, quantity: at })) };
    const { page, recorder, flow } = watchedPage(
      json({ code: 0, result: 1 }),
      json({ code: 0, result: 1 }),
      json(long),
    );
    for (const _ of [1, 2, 3]) await page.fetch('/api/order/record');
    await settled();
    const calls = recorder.recorded().calls as readonly HttpCall[];
    expect(calls.map(({ body, same, cut }) => ({ body, same, cut }))).toEqual([
      { body: { result: 1 }, same: undefined, cut: undefined },
      { body: undefined, same: 0, cut: undefined },
      { body: undefined, same: undefined, cut: true },
    ]);
    expect(readFlow(writeFlow(flow()))).toEqual({ ok: true, flow: flow() });
  });
});

describe('the words of the page (INSP-03)', () => {
  test('are kept at each change, without what the data of the actors has masked', () => {
    const { redactor, recorder, flow } = watchedPage();
    redactor.redact({ roleName: 'Aldric Vane', nick: '月影', big: 4_711_471_100 });
    recorder.addPage(['Top up', 'Aldric Vane · Dawn Harbor', '月影', 'Payment for ALDRIC VANE', 'ID 4711471100']);
    recorder.addPage(['Top up', 'Delivered', 'ID 4711471100']);
    expect(wholePages(flow().runs[0] ?? {})).toEqual([
      { at: 0, row: 0, words: ['Top up', '•••1 · Dawn Harbor', '•••2', 'Payment for •••1', 'ID •••3'] },
      { at: 0, row: 0, words: ['Top up', 'Delivered', 'ID •••3'] },
    ]);
    expect(readFlow(writeFlow(flow()))).toEqual({ ok: true, flow: flow() });
  });

  test('a countdown is no change; a secret that becomes known later is masked in earlier words', () => {
    const { redactor, recorder } = watchedPage();
    recorder.addPage(['Time left', '4:59', 'write to someone']);
    recorder.addPage(['Time left', '4:58', 'write to someone']);
    redactor.remember('someone');
    expect(recorder.recorded().pages).toEqual([
      { at: 0, row: 0, unchanged: [0, 0], words: ['Time left', '4:59', 'write to •••1'] },
    ]);
  });
});

test('a tab gets the recordings of the other tabs, and not its own (INSP-03)', async () => {
  const tabs = ['a', 'b', 'c'].map((name) => joinTabs(globalThis, () => ({ ...watchedPage().flow(), name })));
  const [first] = tabs;
  const found = await first?.others();
  for (const { leave } of tabs) leave();
  expect(found?.map(({ name }) => name).toSorted()).toEqual(['b', 'c']);
});

test('a machine whose code is not loaded is an actor without a chart, and the recording goes on (INSP-03)', () => {
  const late = lazyMachine((): AnyStateMachine => {
    throw new Error('its code is not loaded');
  });
  const machine = setup({ actors: { late } }).createMachine({
    id: 'early',
    initial: 'starting',
    states: { starting: { invoke: { id: 'late', src: 'late', onError: 'failed' } }, failed: {} },
  });
  const { inspect, recorded } = createRecorder({ redactor: createRedactor(), now: () => START });
  createActor(machine, { inspect }).start();
  expect(recorded().cut).toBeUndefined();
  expect(recorded().rows).toContainEqual({ kind: 'actor', at: 0, path: '$/late', machine: null });
  expect(recorded().rows.at(-1)).toMatchObject({ kind: 'state', path: '$', value: 'failed' });
});
