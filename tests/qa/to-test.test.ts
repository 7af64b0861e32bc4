import { describe, expect, test } from 'vitest';
import type { Flow } from '../../src/qa/core/record/flow.file.ts';
import { isExternalIn } from '../../src/qa/core/replay/replay.ts';
import { undrawnLine, wordsFindingOf } from '../../src/qa/portal/check/words-finding.ts';
import { actionLines } from '../../src/qa/portal/to-test/action-lines.ts';
import { drawPages } from '../../src/qa/portal/to-test/draw-pages.ts';
import { drawnLink, drawnRadios, hasButton, pageMarks } from '../../src/qa/portal/to-test/page-marks.ts';
import type { Action } from '../../src/qa/portal/to-test/test-plan.ts';
import { toTest } from '../../src/qa/portal/to-test/to-test.ts';
import { CheckoutModel } from '../browser/models/checkout.model.ts';
import { SandboxModel } from '../browser/models/sandbox.model.ts';
import { KEPT_NAMES, keptText as recording } from '../support/qa/kept-flows.ts';

const drawings = new Map<string, ReturnType<typeof drawPages>>();

/** Many tests read the same recording, whose pages are drawn once. */
const draw: typeof drawPages = (flow) => {
  const key = JSON.stringify(flow.runs);
  const drawn = drawings.get(key) ?? drawPages(flow);
  drawings.set(key, drawn);
  return drawn;
};

const options = { title: 'a title', expects: null, models: '..', draw };

const testOf = async (text: string, expects: string | null = null): Promise<string> => {
  const result = await toTest(text, { ...options, expects });
  if (!result.ok) throw new Error(result.line);
  return result.text;
};

const lines = (text: string): readonly string[] => text.split('\n').map((line) => line.trim());

/** The same recording, except that its first page load ends with its last change of the address, before the next response. */
const cutAtLastAddress = (text: string): string => {
  const flow: Flow = JSON.parse(text);
  const runs = flow.runs.map((run, at) => {
    if (at > 0) return run;
    const isExternal = isExternalIn(run.rows);
    const last = run.rows.findLastIndex((row) => row.kind === 'event' && row.event.type === 'url.changed');
    const end = run.rows.findIndex((row, place) => place > last && isExternal(row));
    return { ...run, rows: run.rows.slice(0, end) };
  });
  return JSON.stringify({ ...flow, runs });
};

const MODELS: ReadonlyMap<string, object> = new Map<string, object>([
  ['checkout', CheckoutModel.prototype],
  ['sandbox', SandboxModel.prototype],
  ['CheckoutModel', CheckoutModel],
]);

/** Calls of page objects that they do not have. */
const missingCalls = (text: string): readonly string[] =>
  [...text.matchAll(/\b(\w+)\.(\w+)\(/g)].flatMap(([call, object = '', method = '']) => {
    const model = MODELS.get(object);
    return !model || method in model ? [] : [call];
  });

describe('a test from a recording', () => {
  test.each(KEPT_NAMES)('%s becomes a test that opens the portal, acts and expects', async (name) => {
    const text = await testOf(recording(name));
    expect(text).toMatch(/await checkout\.(?:open|enter)\(/);
    expect(lines(text).filter((line) => /see|toBeVisible|toHaveAttribute/.test(line)).length).toBeGreaterThan(2);
    expect(text).not.toContain('•');
    expect(missingCalls(text)).toEqual([]);
  });

  test('a payment that reached the page becomes one of the sandbox, and an error of the server a fault', async () => {
    const declined = lines(await testOf(recording('declined')));
    expect(declined.indexOf("await sandbox.act(order, 'close');")).toBeGreaterThan(
      declined.indexOf(`await checkout.press("I've paid");`),
    );
    const troubled = lines(await testOf(recording('troubled-lists')));
    const fault = "await sandbox.fault(client, '/api/user/webRole', { kind: 'malformed' });";
    expect(troubled.indexOf(fault)).toBeGreaterThan(0);
    expect(troubled.indexOf(fault)).toBeLessThan(troubled.indexOf('await checkout.login(player);'));
  });

  test.each([
    ['e-points-insufficient', "await checkout.press('Top up E Points');"],
    ['refunds', "await sandbox.fault(client, '/api/order/record', { kind: 'status', status: 503 });"],
    ['news', "test('a title', { tag: '@windows' }, async ({ checkout, player, sandbox, page, expectedErrors }) => {"],
    ['link-from-the-game', 'await sandbox.ticketOf(await createPlayer(request, portalUrl))'],
  ])('the test from %s repeats what only the recording knows', async (name, part) => {
    expect(await testOf(recording(name))).toContain(part);
  });

  test('a player who is logged in when the recording starts is logged in when the test starts', async () => {
    const { runs, ...flow }: Flow = JSON.parse(recording('reload'));
    const text = await testOf(JSON.stringify({ ...flow, runs: runs.slice(1) }));
    expect(text).toContain("await checkout.enter(player, '/main/recharge");
    expect(text).not.toContain('checkout.login(');
  });

  test('a recording with an order of the demo account is played on it, and its orders are there already', async () => {
    const order = '250101-DEM0-0000-0003';
    const own = /payment\.([\w-]+)/.exec(recording('refunds'))?.[1] ?? '';
    const text = await testOf(recording('refunds').replaceAll(own, order));
    expect(text).toContain('const player = DEMO;');
    expect(text).not.toMatch(/createPlayer|placeInOtherBrowser|sandbox\.(?:act|setStatus)/);
  });

  test('a reload of a page that is still loading waits for its address first', async () => {
    const login = 'await checkout.login(player);';
    const text = lines(await testOf(cutAtLastAddress(recording('troubled-start'))));
    const between = text.slice(text.lastIndexOf(login) + 1, text.indexOf('await page.reload();'));
    expect(between[0]).toBe("await expect(page).toHaveURL('/main/home');");
    expect(between.filter((line) => !line.startsWith('await sandbox.'))).toHaveLength(1);
  });

  test('a fault lasts while the player repeats a call, and ends before the repetition that succeeds', async () => {
    const text = lines(await testOf(recording('troubled-start')));
    const retry = "await checkout.press('Try again');";
    const fault = text.indexOf(
      "await sandbox.fault(client, '/api/setting/webHomeConf', { kind: 'status', status: 503 }, null);",
    );
    const clear = text.indexOf('await sandbox.clearFaults(client);');
    expect(fault).toBeGreaterThan(0);
    expect(text.slice(fault, clear)).toContain(retry);
    expect(text[clear + 1]).toBe(retry);
    expect(text.filter((line) => line.includes('/api/setting/webHomeConf') && line.includes('503'))).toHaveLength(1);
  });

  test('the words that the tester expected replace the check of the last page', async () => {
    const text = lines(await testOf(recording('declined'), 'Your payment arrived'));
    const end = text.findIndex((line) => line.startsWith("await checkout.seeWords('Your payment arrived', "));
    expect(text[end - 1]).toBe("await sandbox.act(order, 'close');");
    expect(text[end + 2]).toBe('});');
    expect(text).not.toContain("await checkout.seeResult('failed');");
  });

  test('what the lab did to an order is done again, and the test waits as long as the recording went on', async () => {
    const flow: Flow = JSON.parse(recording('declined'));
    const [run] = flow.runs;
    const order = /payment\.([\w-]+)/.exec(recording('declined'))?.[1];
    const last = run?.rows.at(-1)?.at ?? 0;
    const act = {
      at: last + 50,
      ms: 9,
      method: 'POST',
      path: `/sandbox/orders/${order}/pay-late`,
      status: 200,
      code: 0,
    };
    const runs = flow.runs.map((one) => ({ ...one, until: last + 9_000, calls: [...(one.calls ?? []), act] }));
    const text = lines(await testOf(JSON.stringify({ ...flow, runs }), 'Your payment arrived'));
    const end = text.findIndex((line) => line.startsWith("await checkout.seeWords('Your payment arrived', "));
    expect(text[end - 1]).toBe("await sandbox.act(order, 'pay-late');");
    expect(text.slice(0, end)).toContain("await checkout.seeResult('failed');");
    expect(Number(text[end]?.replace(/^.*, |\D/g, ''))).toBeGreaterThan(9_000);
  });

  test('a result that is the bug is no state of the account', async () => {
    const text = recording('happy-path').replaceAll(/(present":)350(,"(?:balance\.)?total":)1550/g, '$10$21200');
    expect(await testOf(text)).toContain('createPlayer(request, portalUrl, { basic: 1200, present: 0 })');
    const fixed = await toTest(text, { ...options, finding: { port: 'loadBalance' } });
    expect(fixed.ok && fixed.text).not.toContain('createPlayer');
  });

  test('words that the last page already shows are refused', async () => {
    const shown = await toTest(recording('declined'), { ...options, expects: 'payment  FAILED' });
    expect(shown).toEqual({ ok: false, line: expect.stringMatching(/already shows "payment {2}FAILED"/) });
    const broken = { ...options, expects: 'payment  FAILED', finding: { rule: 'final-never-polled' } };
    expect(await toTest(recording('declined'), broken)).toMatchObject({ ok: true });
  });

  test('words that a page between the last action and the end shows are refused', async () => {
    const expects = 'This order is waiting for your payment';
    expect(await toTest(recording('happy-path'), { ...options, expects })).toEqual({
      ok: false,
      line: expect.stringMatching(/^After the last action, a page before the last one shows "This order is waiting/),
    });
  });

  test('an action that its page has no control for is named', async () => {
    const empty: typeof drawPages = async (flow) => ({
      ...(await draw(flow)),
      markupAt: async () => '<main></main>',
    });
    expect(await toTest(recording('declined'), { ...options, draw: empty })).toEqual({
      ok: false,
      line: 'This recording has actions that no test can repeat: role.pick, item.pick, channel.pick.',
    });
  });

  test('a page of a list is turned with the button that leads there', async () => {
    const words = (key: string) => ({ 'account:list.page': 'Page {{page}}' })[key] ?? key;
    const turn = (page: number) =>
      actionLines({
        action: { kind: 'action', event: { type: 'page.turn', page } } as unknown as Action,
        model: 'checkout',
        markup: '<span role="status">Page 2 of 3</span>',
        exchanges: [],
        words,
      })?.join();
    expect([turn(1), turn(3)]).toEqual([
      expect.stringContaining('list.previous'),
      expect.stringContaining('list.next'),
    ]);
  });

  test('a recording of other machines is refused with the time of the difference, and a broken file with its fault', async () => {
    const other = recording('declined').replace('"value":"loading","status"', '"value":"never","status"');
    expect(await toTest(other, options)).toEqual({
      ok: false,
      line: expect.stringMatching(/^Page load 1 differs .* after \d+\.\d\d s/),
    });
    expect(await toTest('{', options)).toEqual({ ok: false, line: expect.stringContaining('not JSON') });
  });
});

describe('a drawn page', () => {
  const page = [
    '<header><a href="/main/home">Logo</a><nav><a href="/main/home">Home</a></nav></header>',
    '<main><div role="alert"></div>',
    '<div role="status"><div><strong>No items</strong><p>Try <b>again</b></p><p>4:59</p><p>La<!-- -->ter</p></div></div>',
    '<fieldset><legend>Kind</legend><label><input type="radio" value="a"/><span>First</span></label></fieldset>',
    '<fieldset><legend>Item</legend><label><input type="radio" value="a"/>',
    '<span><span id="x-title">60 Gems</span></span><span id="x-trailing">9</span></label></fieldset>',
    '<button type="button"><span>Try again</span></button></main>',
    '<section id="account-menu"><a href="/main/account/user">Profile</a></section>',
  ].join('');

  test('its sentences are those of its first message, without countdowns and texts with elements', () => {
    expect(pageMarks(page)).toMatchObject({ notices: ['No items', 'Later'], isBusy: false });
  });

  test('a control is found by its value, address or words', () => {
    expect(drawnRadios(page, 'a')).toMatchObject([
      { legend: 'Kind', label: 'First', place: 0 },
      { legend: 'Item', label: '60 Gems', place: 0 },
    ]);
    expect(drawnLink(page, '/main/home')?.words).toBe('Home');
    expect(drawnLink(page, '/main/account/user')).toMatchObject({ words: 'Profile', isInMenu: true });
    expect(drawnLink(page, '/nowhere')).toBeNull();
    expect([hasButton(page, 'Try again'), hasButton(page, 'Pay')]).toEqual([true, false]);
  });
});

describe('the words that a tester saw', () => {
  const flow: Flow = JSON.parse(recording('happy-path'));
  const seen = (...words: readonly string[]): Pick<Flow, 'runs'> => ({
    runs: flow.runs.map((run) => {
      const at = (run.rows.at(-1)?.at ?? 0) + 500;
      return { ...run, pages: [{ at, row: run.rows.length, unchanged: [0, 0], words: [...words] }] };
    }),
  });

  test('are compared with those that the views of this build draw of the same data', async () => {
    const drawn = await draw(flow);
    expect(await undrawnLine(seen('Delivered', 'YOUR ITEMS ARE IN YOUR GAME. Have fun!'), drawn)).toBeNull();
    expect(await undrawnLine(seen('Delivered', 'Back to the game', 'Copy link'), drawn)).toBeNull();
    expect(await undrawnLine(seen('Delivered', '4:59', '•••7 is here'), drawn)).toBeNull();
    expect(await undrawnLine(seen('Loading page', 'Nobody draws this'), drawn)).toBeNull();
    expect(await undrawnLine(seen('Refunded'), drawn)).toMatchObject({ load: 0, line: 'Refunded' });
    const [early] = seen('Refunded').runs.map(({ until: _, ...run }) => ({
      ...run,
      pages: (run.pages ?? []).map((one) => ({ ...one, at: one.at - 500 })),
    }));
    if (!early) throw new Error('the recording has a page load');
    expect(await undrawnLine({ runs: [early] }, drawn)).toBeNull();
    expect(await undrawnLine({ runs: [{ ...early, until: 900_000 }] }, drawn)).toMatchObject({
      line: 'Refunded',
      at: 900_000,
    });
  });

  test('are a finding in the view, also those of the kept recording that is like it', async () => {
    const wrong = { ...flow, ...seen('Refunded') };
    expect(await wordsFindingOf(wrong, null)).toMatchObject({
      layers: ['view'],
      isReference: false,
      sentence: expect.stringMatching(/^At \d+\.\d\d s the page showed "Refunded", which this build does not draw/),
    });
    expect(await wordsFindingOf({ ...flow, ...seen('Delivered') }, wrong)).toMatchObject({
      isReference: true,
      sentence: expect.stringMatching(/^In the kept recording "happy-path": At .* "Refunded"/),
    });
    expect(await wordsFindingOf({ ...flow, ...seen('Delivered') }, null)).toBeNull();
  });
});
