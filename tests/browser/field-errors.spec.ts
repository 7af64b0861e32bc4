import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './portal.fixture.ts';

const COMPLETE = 'Fill in this field.';
const FORMAT = "This password doesn't meet the requirements.";

/** Expects a field to be invalid and described by its alert. */
const seeError = async (field: Locator, text: string): Promise<void> => {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const [id] = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  const error = field.page().locator(`[id="${id}"]`);
  await expect(error).toHaveText(text);
  await expect(error).toHaveRole('alert');
};

const seeNoError = async (field: Locator): Promise<void> => {
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(field).not.toHaveAccessibleDescription(new RegExp(`${COMPLETE}|${FORMAT}`));
};

const alerts = (page: Page): Locator => page.locator('form').getByRole('alert').filter({ hasText: /\S/ });

test('login by account and by phone: errors are announced after submit, nothing is sent, focus moves to the first, and a correction clears them (D27, D13, SESS-11)', async ({
  checkout,
}) => {
  const { page } = checkout;
  let sent = 0;
  page.on('request', (request) => {
    if (/\/api\/user\/(?:login|.*code\/send)$/.test(request.url())) sent += 1;
  });
  await checkout.open('/login');
  const account = page.getByLabel('Username or email');
  const password = page.getByLabel('Password', { exact: true });
  const logIn = page.getByRole('button', { name: 'Log in', exact: true });
  await account.click();
  await password.click();
  await logIn.focus();
  await expect(alerts(page)).toHaveCount(0);
  await logIn.click();
  await expect(account).toBeFocused();
  await seeError(account, COMPLETE);
  await seeError(password, COMPLETE);
  await account.fill('somebody');
  await seeNoError(account);
  await password.fill('letters');
  await seeError(password, FORMAT);
  await logIn.click();
  await expect(password).toBeFocused();
  await password.fill('letters-1');
  await seeNoError(password);
  await expect(alerts(page)).toHaveCount(0);

  await page.getByRole('radio', { name: 'Phone' }).click();
  const number = page.getByLabel('Phone number');
  const code = page.getByLabel('Verification code');
  await checkout.press('Send code');
  await expect(number).toBeFocused();
  await seeError(number, COMPLETE);
  // No other field is validated yet.
  await expect(alerts(page)).toHaveCount(1);
  await number.fill('2025550123');
  await seeNoError(number);
  await code.fill('12a3');
  await expect(code).toHaveValue('123');
  await logIn.click();
  await expect(code).toBeFocused();
  await seeError(code, 'Enter the 6-digit code.');
  expect(sent).toBe(0);
});

test('a new password: incomplete, invalid and non-matching entries are announced in the order of the fields (D27, D13, SESS-11)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.open('/login?reset=email');
  const email = page.getByLabel('Email address');
  const code = page.getByLabel('Verification code');
  const password = page.getByLabel('New password', { exact: true });
  const again = page.getByLabel('Confirm new password');
  await checkout.press('Set new password');
  await expect(email).toBeFocused();
  for (const field of [email, code, password, again]) await seeError(field, COMPLETE);
  await email.fill('ryn@players.example');
  await code.fill('123456');
  await password.fill('letters-1');
  for (const field of [email, code, password]) await seeNoError(field);
  await again.fill('letters');
  await seeError(again, "The passwords don't match. Enter them again.");
  await checkout.press('Set new password');
  await expect(again).toBeFocused();
});
