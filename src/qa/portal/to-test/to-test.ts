import * as v from 'valibot';
import { type Flow, readFlow } from '../../core/record/flow.file.ts';
import type { Finding } from '../../core/replay/finding.ts';
import { secondsText } from '../../core/replay/run-log.ts';
import { actionLines, buttonLines, quoted } from './action-lines.ts';
import type { Drawn } from './draw-pages.ts';
import type { Moment } from './flow-entries.ts';
import { type PageMarks, pageMarks, shows } from './page-marks.ts';
import { createOrderNames, setUpLines } from './set-up-lines.ts';
import { testFile } from './test-file.ts';
import { type Slot, testPlan } from './test-plan.ts';

type TestResult = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly line: string };

type TestOptions = {
  readonly title: string;
  /** Words that the tester expects on the last page; null for none. */
  readonly expects: string | null;
  /** The finding whose test this is. */
  readonly finding?: Pick<Finding, 'port' | 'rule'> | undefined;
  /** The folder with the page models, relative to the test. */
  readonly models: string;
  readonly draw: (flow: Flow) => Promise<Drawn>;
};

const FIRST = 'checkout';
const session = v.object({ account: v.object({}) });
const otherPlayer = v.object({ other: v.string() });
const MODELS = [FIRST, 'other', 'third'] as const;

/** Opens an address. The portal removes the ticket of a link from the game, so the test gets one of its own. */
const openLine = (model: string, address: string, exchanges: Slot['exchanges']): string => {
  const redeemed = exchanges.find(({ call }) => call.name === 'redeemTicket');
  if (!redeemed) return `await ${model}.open(${quoted(address)});`;
  const player = v.is(otherPlayer, redeemed.result.output) ? 'await createPlayer(request, portalUrl)' : 'player';
  const start = quoted(`${address}${address.includes('?') ? '&' : '?'}ticket=`);
  return `await ${model}.open(${start} + (await sandbox.ticketOf(${player})));`;
};

const causeLines = async ({ cause, exchanges }: Slot, model: string, { markupAt, words }: Drawn) => {
  if (cause.kind === 'action') {
    const markup = await markupAt(cause);
    return actionLines({ action: cause, model, markup, exchanges, words });
  }
  const open = openLine(model, cause.address, exchanges);
  switch (cause.how) {
    case 'reload':
      return [`await ${model}.page.reload();`];
    case 'open':
      return [open];
    case 'first':
      if (model !== FIRST) return [`const ${model} = new CheckoutModel(await context.newPage());`, open];
      return exchanges.some(({ call, result }) => call.name === 'restore' && v.is(session, result.output))
        ? [`await checkout.enter(player, ${quoted(cause.address)});`]
        : [open];
  }
};

/** States that end with the next response: a test may or may not see them. */
const TRANSIENT_STATES: ReadonlySet<string> = new Set([
  'loading',
  'starting',
  'creating',
  'opening',
  'submitting',
  'checking',
  'paying',
]);

const isTransient = ({ isBusy, state, dialog, points }: PageMarks): boolean =>
  (isBusy && dialog === null) || TRANSIENT_STATES.has(dialog ?? points ?? state ?? '');

const pageLine = (model: string, { screen, state, dialog, payment, points, list }: PageMarks): string | null => {
  const shown = (selector: string): string =>
    `await expect(${model}.page.locator(${quoted(selector)}).first()).toBeVisible();`;
  if (dialog !== null) return `await ${model}.seeDialog(${quoted(dialog)});`;
  if (points !== null) return shown(`[data-points="${points}"]`);
  if (payment !== null) return `await ${model}.seeResult(${quoted(payment)});`;
  if (screen === null) return null;
  if (screen === 'recharge' && state !== null) return `await ${model}.seeScreen(${quoted(state)});`;
  if (list !== null)
    return `await expect(${model}.page.locator('[data-list]')).toHaveAttribute('data-list', ${quoted(list)});`;
  return shown(state === null ? `[data-screen="${screen}"]` : `[data-screen="${screen}"] [data-state="${state}"]`);
};

/**
 * The lines that wait for a page; none for a page that the next response replaces. `isSteady`: the page did not change for a while. Only then can a
 * test find the message of a dialog, which each poll can replace.
 */
const expectedLines = (model: string, marks: PageMarks, isSteady: boolean): readonly string[] => {
  if (isTransient(marks)) return [];
  const page = pageLine(model, marks);
  const notices = marks.dialog === null || isSteady ? marks.notices : [];
  return [
    ...(page === null ? [] : [page]),
    ...notices.map((notice) => `await expect(${model}.page.getByText(${quoted(notice)}).first()).toBeVisible();`),
  ];
};

/** A test that waits as long as the player did needs more time. */
const LONG_MS = 20_000;
const STEADY_MS = 500;

/** Whether nothing happened on a page for a while before the next row. */
const isSteady = ({ runs }: Flow, { run, row }: Moment): boolean => {
  const rows = runs[run]?.rows ?? [];
  const next = rows[row];
  return next === undefined || next.at - (rows[row - 1]?.at ?? 0) >= STEADY_MS;
};

/** Whether the sandbox delivers paid orders on its own, perhaps before a test sees them paid. */
const deliversOnItsOwn = (slots: readonly Slot[]): boolean =>
  !slots.some((slot) =>
    [...slot.before, ...slot.waits.map(({ setUp }) => setUp)].some((one) => 'act' in one && one.act === 'mark-paid'),
  );

/** A tester may let a recording run for long. */
const LONGEST_WAIT_MS = 30_000;

/** The moments of the page load of an action from the action on, and how long the recording went on after it. */
const momentsAfter = ({ runs }: Flow, { run, row, at }: Moment) => {
  const { rows, startedAt, pages, until } = runs[run] ?? { rows: [], startedAt: 0 };
  const moments = rows.slice(row).map((one, index): Moment => ({ run, row: row + index + 1, at: startedAt + one.at }));
  const end = startedAt + (until ?? pages?.at(-1)?.at ?? rows.at(-1)?.at ?? 0);
  return { moments, waitMs: Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil((end - at) / 100) * 100)) };
};

/** Why words are no test of the last page of a tab; null if they are one. The last action has an effect on later pages only. */
const uselessLine = async (
  words: string,
  action: Moment,
  later: readonly Moment[],
  end: Moment,
  { markupAt }: Drawn,
): Promise<string | null> => {
  if (shows(await markupAt(end), words))
    return `The last page of the recording already shows "${words}", so a test for it passes. Name words that are missing there.`;
  const before = await markupAt(action);
  for (const moment of later) {
    const markup = await markupAt(moment);
    if (markup === before || !shows(markup, words)) continue;
    const early = `After the last action, a page before the last one shows "${words}" already`;
    return `${early}, so a test for it may pass too early. Name words that only the right page shows.`;
  }
  return null;
};

/** Writes a Playwright test that does what a recording did, or returns one sentence that says why it cannot. */
export const toTest = async (
  text: string,
  { title, expects, finding, models, draw }: TestOptions,
): Promise<TestResult> => {
  const read = readFlow(text);
  if (!read.ok) return read;
  const { flow } = read;
  const { slots, ends, points, isMobile } = testPlan(flow, finding?.port);
  const drawn = await draw(flow);
  for (const [run, ms] of drawn.divergedAt.entries()) {
    if (ms === null) continue;
    const start = `Page load ${run + 1} differs from the machines of this build after ${secondsText(ms, 2)}`;
    return { ok: false, line: `${start}, so its pages cannot be drawn. See npm run qa.` };
  }
  const orders = createOrderNames();
  const tabs = [...new Set(flow.runs.map(({ tab }) => tab))];
  const modelOf = ({ run }: Moment): string => MODELS[tabs.indexOf(flow.runs[run]?.tab ?? '')] ?? 'checkout';
  const skipsPaid = deliversOnItsOwn(slots);
  const seen = new Map<string, string>();
  const body: string[] = [];
  const unknown = new Set<string>();
  let waitMs = 0;
  /** The number of lines up to the last change that is no action. */
  let settled = 0;
  /** The lines that wait for the last page of the first tab. */
  let last: readonly string[] = [];

  const see = async (moment: Moment): Promise<void> => {
    const model = modelOf(moment);
    const marks = pageMarks(await drawn.markupAt(moment));
    if (skipsPaid && marks.payment === 'paid') return;
    const lines = expectedLines(model, marks, isSteady(flow, moment));
    if (lines.length === 0 || seen.get(model) === lines.join()) return;
    seen.set(model, lines.join());
    if (model === FIRST) last = lines;
    body.push(...lines);
  };

  for (const slot of slots) {
    const model = modelOf(slot.cause);
    // A reload cancels the requests of a page that is still loading.
    if (slot.cause.kind === 'load' && slot.cause.how === 'reload' && !seen.has(model))
      body.push(`await expect(${model}.page).toHaveURL(${quoted(slot.cause.address)});`);
    const lines = await causeLines(slot, model, drawn);
    // A set-up that runs earlier than in the recording could remove the button.
    if (slot.before.length > 0) body.push(...buttonLines(lines ?? []));
    // The page does not show whether it has read the balance, and it must read it before the E Points change.
    if (slot.isQuiet && slot.before.some(({ kind }) => kind === 'points')) body.push(`await ${model}.seeResponses();`);
    for (const setUp of slot.before) body.push(...setUpLines(setUp, model, orders));
    if (lines === null && slot.cause.kind === 'action') unknown.add(slot.cause.event.type);
    if (lines?.length) {
      body.push(...lines);
      seen.delete(model);
      if (model === FIRST) last = [];
    }
    for (const wait of slot.waits) {
      await see(wait);
      body.push(...setUpLines(wait.setUp, model, orders));
      settled = body.length;
    }
    await see(slot.end);
  }
  for (const end of ends) await see(end);
  if (unknown.size > 0)
    return { ok: false, line: `This recording has actions that no test can repeat: ${[...unknown].join(', ')}.` };
  if (expects !== null) {
    const end = ends.find((moment) => modelOf(moment) === FIRST);
    const action = slots.findLast(({ cause }) => modelOf(cause) === FIRST)?.cause;
    if (action && end) {
      const after = momentsAfter(flow, action);
      const useless = await uselessLine(expects, action, after.moments, end, drawn);
      // A broken rule makes the test red, with any words.
      if (useless && finding?.rule === undefined) return { ok: false, line: useless };
      waitMs = after.waitMs;
    }
    // The page that the tester expects replaces the one that was wrong.
    const wrong = last[0] === undefined ? -1 : body.lastIndexOf(last[0]);
    if (wrong >= settled) body.splice(wrong, last.length);
  }
  return {
    ok: true,
    text: testFile({
      title,
      // The first page has a fixture.
      body: body.map((line) => line.replaceAll(/\bcheckout\.page\b/g, 'page')),
      points,
      isMobile,
      isLong: flow.runs.some(({ rows }) => (rows.at(-1)?.at ?? 0) > LONG_MS),
      expects: expects === null ? null : { words: expects, waitMs },
      models,
    }),
  };
};
