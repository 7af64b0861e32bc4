import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { AxeModel } from './models/axe.model.ts';
import { expect, test } from './qa.fixture.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`../flows/${name}.flow.json`, import.meta.url));
const comparison = (page: Page): Locator => page.getByRole('dialog', { name: 'Comparison' });
const marked = (page: Page): Locator => comparison(page).locator('[aria-current="step"]');
const words = (page: Page): Locator => comparison(page).getByRole('complementary', { name: 'Difference' });

const compare = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Compare with…').setInputFiles(fileOf(name));
  await expect(comparison(page)).toBeVisible();
};

test('two recordings in two lanes: the first divergence is selected and in view, others follow, also on a phone (INSP-05)', async ({
  checkout: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/qa#flow=happy-path&load=1&step=1');
  await expect(page.getByRole('slider', { name: 'Step' })).toBeEnabled();
  await page.getByLabel('Compare with…').setInputFiles({
    name: 'notes.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format": 1}'),
  });
  await expect(page.getByRole('alert')).toContainText('This is not a recording of the portal');
  await compare(page, 'late-payment');
  await expect(marked(page)).toBeInViewport({ ratio: 1 });
  await expect(marked(page)).toContainText(
    /payment\.<1>.*different.*readOrder.*settled\.deliver(?:ing|ed).*readOrder.*lapsed/,
  );
  await expect(words(page)).toContainText('First divergence');
  await expect(words(page)).toContainText(/guard is(?:Paid|Delivered): true in A, false in B/);
  await expect(comparison(page).getByRole('button', { name: 'Previous difference' })).toBeDisabled();
  await comparison(page).getByRole('button', { name: 'Next difference' }).click();
  await expect(marked(page)).toBeInViewport({ ratio: 1 });
  await expect(words(page)).not.toContainText('First divergence');

  const rows = comparison(page).getByRole('listitem');
  const all = await rows.count();
  await comparison(page).getByRole('checkbox', { name: 'Only differences' }).check();
  await expect.poll(() => rows.count()).toBeLessThan(all);
  const different = await rows.count();
  await comparison(page).getByRole('combobox', { name: 'Machine' }).selectOption('$/signedIn/payment.<1>');
  await expect.poll(() => rows.count()).toBeLessThan(different);
  const axe = new AxeModel(page);
  await axe.look('comparison');
  expect(axe.found).toEqual({});

  await rows.first().getByRole('button').click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(marked(page)).toBeInViewport();
  await expect.poll(() => comparison(page).evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  await words(page).getByRole('button', { name: 'Show in B' }).click();
  await expect(comparison(page)).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: /^late-payment, page load/ })).toBeVisible();
  const actors = page.getByRole('navigation', { name: 'Actors' });
  await expect(actors.getByRole('button', { name: /^payment\./ })).toContainText('lapsed');

  await compare(page, 'late-payment');
  await expect(words(page)).toContainText('The messages of the recordings are equal.');
  await page.keyboard.press('Escape');
  await expect(comparison(page)).toHaveCount(0);
});
