import { expect } from '@playwright/test';
import { test } from './portal.fixture.ts';

const OUT = '/tmp/words/shots';
for (const width of [390, 1280])
  test(`shots ${width}`, async ({ checkout, player }) => {
    test.setTimeout(280_000);
    const { page } = checkout;
    await page.setViewportSize({ width, height: 844 });
    const tags = ['th-TH', 'zh-HK', 'ja-JP', 'de-DE', 'vi-VN', 'ko-KR'];
    const shoot = async (name: string) => {
      for (const tag of tags) {
        await page
          .locator('select:has(option[value="en-US"])')
          .first()
          .evaluate((s: HTMLSelectElement, v) => {
            s.value = v;
            s.dispatchEvent(new Event('change', { bubbles: true }));
          }, tag);
        await expect(page.locator('html')).toHaveAttribute('lang', tag);
        await page.screenshot({ path: `${OUT}/${name}-${tag}-${width}.png`, fullPage: name !== 'pay' });
      }
      await page
        .locator('select:has(option[value="en-US"])')
        .first()
        .evaluate((s: HTMLSelectElement) => {
          s.value = 'en-US';
          s.dispatchEvent(new Event('change', { bubbles: true }));
        });
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    };
    await checkout.open('/login');
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await shoot('login');
    await checkout.login(player);
    await expect(page.locator('main')).toHaveAttribute('data-screen', 'home');
    await shoot('home');
    await checkout.open('/main/recharge');
    await checkout.seeScreen('recipient');
    await checkout.chooseRecipient();
    await shoot('item');
    await checkout.chooseItem();
    await checkout.chooseChannel();
    await shoot('confirm');
    await checkout.pay();
    await shoot('pay');
  });
