import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { replayFile } from '../../src/qa/replay/replay-file.ts';
import { AxeModel } from './models/axe.model.ts';
import { expect, test } from './qa.fixture.ts';

const actor = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Actors' }).getByRole('button', { name });
const shownMessage = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Message and context' }).getByRole('heading', { level: 2 });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const label = (page: Page): Locator => page.getByRole('region', { name: 'What if' });
const json = (page: Page): Locator => dialog(page).getByRole('textbox', { name: /\(JSON\)$/ });

/** Opens a kept recording at the first message of a type. */
const openAt = async (page: Page, flow: string, type: string): Promise<void> => {
  await page.goto(`/qa#${new URLSearchParams({ flow, load: '1', step: '1', find: `type:${type}` })}`);
  await expect(shownMessage(page)).toHaveText(type);
};

const change = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'What if…' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'What if…' })).toBeVisible();
};

const proceed = (page: Page): Promise<void> => dialog(page).getByRole('button', { name: 'Continue' }).click();

test('INSP-05 · what if: an edited answer leads to another screen; the new recording is saved, replays and opens', async ({
  checkout: { page },
}) => {
  await openAt(page, 'happy-path', 'xstate.done.actor.readOrder');
  await expect(actor(page, /^payment\./)).toContainText(/deliver(?:ing|ed)/);
  await change(page);
  const recorded = await json(page).inputValue();
  await json(page).fill(recorded.slice(0, -5));
  await proceed(page);
  await expect(dialog(page).getByRole('alert')).toContainText('This is not JSON');
  await json(page).fill('{ "order": 1 }');
  await proceed(page);
  await expect(dialog(page).getByRole('alert')).toContainText('stops with an error');
  await expect(json(page)).toHaveValue('{ "order": 1 }');
  await json(page).fill(recorded);
  await proceed(page);
  await expect(dialog(page).getByRole('alert')).toContainText('This is the recorded message');
  await expect(dialog(page).getByRole('alert')).toBeInViewport({ ratio: 1 });
  await json(page).fill(
    recorded
      .replace('"orderStatus": 2', '"orderStatus": 3')
      .replace(/"status": "(?:paid|delivered)"/, '"status": "failed"'),
  );
  await proceed(page);

  await expect(dialog(page)).toHaveCount(0);
  await expect(actor(page, /^payment\./)).toContainText('lapsed');
  await expect(shownMessage(page)).toHaveText('xstate.done.actor.readOrder');
  await expect(label(page)).toContainText(/output\.record\.status: "(?:paid|delivered)" → "failed"/);
  await expect(label(page)).toContainText('First divergence: page load 1, payment.<1>, message 7');
  await expect(label(page)).toContainText(/guard is(?:Paid|Delivered): true in A, false in B/);

  await label(page).getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('dialog', { name: 'Comparison' });
  await expect(comparison.locator('[aria-current="step"]')).toContainText(
    /settled\.deliver(?:ing|ed).*lapsed\.watching/,
  );
  await page.keyboard.press('Escape');

  const saving = page.waitForEvent('download');
  await label(page).getByRole('button', { name: 'Save as recording' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('happy-path-what-if-readOrder-answers-payment-with-other-data.flow.json');
  const file = test.info().outputPath('saved.flow.json');
  await download.saveAs(file);
  expect(replayFile(readFileSync(file, 'utf8')).ok).toBe(true);

  await label(page).getByRole('button', { name: 'Back to the original' }).click();
  await expect(actor(page, /^payment\./)).toContainText(/deliver(?:ing|ed)/);
  await expect(label(page)).toHaveCount(0);
  await page.getByLabel('Open a recording').setInputFiles(file);
  await expect(page.getByRole('combobox', { name: /^happy-path, what if readOrder answers payment/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find' }).fill('type:xstate.done.actor.readOrder');
  await page.getByRole('slider', { name: 'Step' }).fill('0');
  await expect(actor(page, /^payment\./)).toContainText('lapsed');
});

test('INSP-05 · what if: Later is inserted, the missing list is answered or fails, and a message is left out', async ({
  checkout: { page },
}) => {
  await openAt(page, 'happy-path', 'lead.gained');
  await change(page);
  await dialog(page).getByRole('radio', { name: 'Insert after it' }).check();
  const choice = dialog(page).getByRole('combobox', { name: 'What happens' });
  const group = choice.locator('optgroup').first();
  await expect(group).toHaveAttribute('label', /^payment\./);
  await choice.selectOption(
    (await group.locator('option', { hasText: /^payment\.later$/ }).getAttribute('value')) ?? '',
  );
  await json(page).fill('{ "type": "payment.laterr" }');
  await proceed(page);
  await expect(dialog(page).getByRole('alert')).toContainText(/does not accept "payment\.laterr" in .*payment\.later/);
  await json(page).fill('{ "type": "payment.later" }');
  await proceed(page);

  await expect(dialog(page).getByRole('heading', { name: 'What does loadItems return?' })).toBeVisible();
  await dialog(page).getByRole('radio', { name: 'It fails' }).check();
  await dialog(page).getByRole('combobox', { name: 'Failure' }).selectOption('timedOut');
  await expect(json(page)).toHaveValue(/"reason": "timedOut",\n\s+"status": 500/);
  const axe = new AxeModel(page);
  await axe.look('question');
  await proceed(page);
  await expect(label(page)).toContainText('payment receives payment.later, after');
  await expect(label(page)).toContainText('not in the recording: loadItems fails for recharge with timedOut');
  await expect(shownMessage(page)).toHaveText('payment.later');
  await expect(actor(page, /^payment\./)).toContainText('deferred');
  await axe.look('label');
  expect(axe.found).toEqual({});

  await change(page);
  await dialog(page).getByRole('radio', { name: 'Leave it out' }).check();
  await dialog(page).getByRole('radio', { name: 'Stop here' }).check();
  await proceed(page);
  await expect(label(page)).toContainText('payment does not receive payment.later');
  await expect(label(page)).toContainText('payment receives payment.later, after');
});

test('INSP-05 · what if: an answer becomes a failure, on a phone, and the screen shows it', async ({
  checkout: { page },
}) => {
  await openAt(page, 'happy-path', 'xstate.done.actor.loadChannels');
  await page.setViewportSize({ width: 390, height: 844 });
  await change(page);
  await dialog(page).getByRole('radio', { name: 'It fails' }).check();
  await dialog(page).getByRole('combobox', { name: 'Failure' }).selectOption('requestError');
  await expect(async () => {
    const box = await dialog(page).boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true);
  }).toPass();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await proceed(page);
  await expect(label(page)).toContainText('loadChannels fails for recharge with requestError');
  await page.getByRole('radio', { name: 'Screen' }).check();
  const portal = page.frameLocator('iframe[title="The portal as it was"]');
  await expect(portal.getByRole('button', { name: /again/i })).toBeVisible();
});
