import { expect, type Page } from '@playwright/test';

type Role = 'button' | 'checkbox' | 'combobox' | 'radio' | 'slider';

const LONGEST_REST_MS = 5_000;

/** A digest of everything on a page that a tester can see or hear. The whole HTML of a chart would take longer to copy. */
const looksOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, select')];
    const values = fields.map(({ value, checked }) => `${value} ${checked}`);
    const scrolls = [...document.querySelectorAll('*')].map(
      ({ scrollTop, scrollLeft }) => `${scrollTop} ${scrollLeft}`,
    );
    const looks = [location.href, document.documentElement.outerHTML, ...values, ...scrolls].join('\n');
    return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(looks))).join(' ');
  });

/** What the page looks like once it no longer changes on its own. */
const looksAtRest = async (page: Page): Promise<string> => {
  let last = '';
  const isSame = async (): Promise<boolean> => {
    const looks = await looksOf(page);
    const isEqual = looks === last;
    last = looks;
    return isEqual;
  };
  await expect
    .poll(isSame, { timeout: LONGEST_REST_MS, intervals: [50] })
    .toBe(true)
    .catch(() => null);
  return last;
};

/** Uses each control of this role in order, and expects each to change the page. */
export const expectEffects = async (page: Page, role: Role, names: readonly (string | RegExp)[]): Promise<void> => {
  for (const name of names) {
    const control = page.getByRole(role, { name, exact: true }).first();
    const before = await looksAtRest(page);
    if (role === 'combobox') {
      const other = await control.evaluate((select: HTMLSelectElement) =>
        [...select.options].findIndex(({ selected }) => !selected),
      );
      await control.selectOption({ index: other });
    } else if (role === 'slider') await control.press('ArrowRight');
    else await control.click();
    await expect.poll(async () => (await looksOf(page)) !== before, String(name)).toBe(true);
  }
};
