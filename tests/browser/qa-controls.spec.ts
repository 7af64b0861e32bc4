import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { type ControlEntry, ControlsModel } from './models/controls.model.ts';
import { expect, test } from './qa.fixture.ts';

const elsewhere = (elsewhere: string, by: string): ControlEntry['effect'] => ({ elsewhere, by });

const entries = (
  role: ControlEntry['role'],
  effect: ControlEntry['effect'],
  names: readonly (string | RegExp)[],
): readonly ControlEntry[] => names.map((name) => ({ role, name, effect }));

/** Each of these buttons opens its recording. Pressing one of them is enough. */
const RECORDING: ControlEntry = {
  role: 'button',
  name: 'reload',
  within: 'Recordings of the tests',
  effect: 'changes',
};
const RECORDINGS: ControlEntry = { ...RECORDING, name: /./ };

const TABS = ['Recording', 'Live', 'Lab', 'Gallery'].map(
  (name): ControlEntry => ({
    role: 'link',
    name,
    effect: elsewhere('qa-viewer.spec.ts', "tab(page, 'Recording')"),
  }),
);

const VIEWER: readonly ControlEntry[] = [
  ...TABS,
  { role: 'button', name: 'Open a recording', effect: elsewhere('qa-viewer.spec.ts', 'Open a recording') },
  { role: 'button', name: 'Share', effect: elsewhere('qa-report.spec.ts', "name: 'Share'") },
  { role: 'button', name: 'Stately', effect: elsewhere('qa-replay.spec.ts', "name: 'Stately'") },
  ...entries('button', 'changes', ['Forward', 'Back']),
  { role: 'slider', name: 'Step', effect: 'changes' },
  ...entries('button', 'changes', [/^Screen /, /^Call /, /^Page load /]),
  { role: 'combobox', name: 'Page load', effect: 'changes' },
  ...entries('radio', 'changes', ['Whole chart', 'Active part']),
  ...entries('button', 'changes', ['Larger', 'Smaller', 'Fit']),
  ...entries('checkbox', 'twice', ['Chart of the receiver', 'Whole context']),
  { role: 'button', name: /./, within: 'Messages between actors', effect: 'changes' },
  { role: 'searchbox', name: 'Find', effect: 'changes' },
  { role: 'checkbox', name: 'Include calls', effect: 'twice' },
  { role: 'button', name: /./, within: 'Message and context', effect: elsewhere('qa-viewer.spec.ts', 'order\\.moved') },
  { role: 'button', name: /, [\d.]+ s$/, within: 'Earlier', effect: elsewhere('qa-viewer.spec.ts', "name: 'Earlier'") },
  { role: 'button', name: / → /, within: 'Earlier', effect: elsewhere('qa-viewer.spec.ts', "name: 'Earlier'") },
  ...entries('radio', 'changes', ['Chart', 'Screen', 'Both']),
  { role: 'button', name: /./, within: 'Actors', effect: 'changes' },
];

const GALLERY: readonly ControlEntry[] = [
  ...TABS,
  { role: 'link', name: / in a window of its own$/, effect: 'opens' },
  { role: 'link', name: / in the viewer$/, effect: elsewhere('qa-viewer.spec.ts', 'in the viewer$') },
  { role: 'link', name: /^[\w -]+$/, effect: 'leaves' },
  ...entries('combobox', 'changes', ['Language', 'Screen', 'Machine']),
];

const IN_ORDER = ['No response of the bank', 'Pay late', 'Pay twice', 'Pay', 'Decline', 'Close without paying'];

const LAB: readonly ControlEntry[] = [
  ...TABS,
  ...entries('checkbox', 'twice', ['Pop-ups are blocked', 'Offline']),
  ...entries('combobox', 'changes', ['Its clock is', 'Call', 'Response', 'Times']),
  ...entries('button', 'changes', ['New account', 'Apply fault', 'Back to normal', ...IN_ORDER]),
  ...entries('button', 'changes', ['Set to paid', 'Set to failed', 'Set to delivered', 'Set to refunded']),
  ...entries('button', 'changes', ['Set to overdue', '10 s before the deadline']),
  ...entries('button', 'changes', ['30 s pass', '5 min pass', '1 h pass', 'Back to the real time']),
  { role: 'searchbox', name: 'Find a scenario', effect: elsewhere('qa-lab.spec.ts', 'Find a scenario') },
  // `qa-scenarios.spec.ts` walks each of them to its end.
  { role: 'button', name: /^Set up: /, effect: 'changes' },
  { role: 'link', name: /^Open in a new tab: /, effect: elsewhere('qa-scenarios.spec.ts', '?scenario=') },
  { role: 'button', name: 'The session expires', effect: elsewhere('qa-lab.spec.ts', 'The session expires') },
  { role: 'button', name: 'The server signs the account out', effect: 'changes' },
];

/** The first four are pressed by `each control of the test banner works`. */
const BANNER: readonly ControlEntry[] = [
  ...['Save', 'Stop', 'Start over'].map(
    (name): ControlEntry => ({ role: 'button', name, effect: elsewhere('qa-inspect.spec.ts', `'${name}'`) }),
  ),
  ...['Live', 'Recording', 'Lab', 'Gallery'].map(
    (name): ControlEntry => ({ role: 'link', name, effect: elsewhere('qa-inspect.spec.ts', `'${name}'`) }),
  ),
  { role: 'button', name: 'Stately', effect: elsewhere('qa-inspect.spec.ts', "name: 'Stately'") },
  { role: 'button', name: 'Share', effect: elsewhere('qa-report.spec.ts', "'banner.html'") },
];

/** Fails if the page has a control without an entry, an entry without a control, or a press without an effect. */
const press = async (page: Page, all: readonly ControlEntry[], pressed = all, within?: Locator): Promise<void> => {
  const model = new ControlsModel(page, all, within);
  await model.press(pressed);
  expect(model.problems).toEqual([]);
};

test('each control of the viewer has an effect (INSP-05)', async ({ checkout: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/qa');
  await press(page, [RECORDING, RECORDINGS, ...VIEWER], [RECORDING]);
  await page.goto('/403');
  await page.goto('/qa#flow=reload&load=1&step=40');
  await expect(page.locator('output')).toHaveText(/^40 \/ /);
  await expect(page.getByRole('img', { name: /^Active/ })).toBeVisible();
  // The last message of this actor is from an earlier step and took a transition, so the panel has all controls.
  await page
    .getByRole('navigation', { name: 'Actors' })
    .getByRole('button', { name: /^session/ })
    .click();
  await press(page, VIEWER);
});

test('each control of the gallery has an effect (INSP-06)', async ({ checkout: { page } }) => {
  // This machine and the next one in the list have few screens.
  await page.goto('/qa?tab=gallery&machine=bulletins');
  await expect(page.getByRole('status')).toHaveText(/^(\d+) of \1 screens$/);
  await press(page, GALLERY);
});

test('each control of the test banner and the lab has an effect (INSP-03, INSP-06)', async ({
  checkout,
  player,
  expectedErrors,
}) => {
  const { page } = checkout;
  await checkout.openTopUp(player);
  await press(page, BANNER, BANNER, page.getByRole('complementary', { name: 'Testing' }));
  await checkout.walkToConfirm();
  await checkout.pay();
  // The dialog makes the banner inert; its keys still work.
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Alt+Shift+S')]);
  const [lab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Alt+Shift+L')]);
  await expect(lab.getByRole('button', { name: '10 s before the deadline' })).toBeVisible();
  // The order chart refuses some changes of a paid order, and the lab says so.
  expectedErrors.push(/409 \(Conflict\) .*\/sandbox\/orders\//);
  await press(lab, LAB);
});

test('each control that a different test file presses is named in that file (INSP-03, INSP-05, INSP-06)', () => {
  const wrong = [...VIEWER, ...GALLERY, ...LAB, ...BANNER].flatMap(({ name, effect }) => {
    if (typeof effect === 'string') return [];
    const text = readFileSync(new URL(effect.elsewhere, import.meta.url), 'utf8');
    return text.includes(effect.by) ? [] : [`${effect.elsewhere} does not press ${name}`];
  });
  expect(wrong).toEqual([]);
});
