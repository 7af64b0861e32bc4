import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { replayFile } from '../../src/qa/portal/replay-file.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import { expect, test as qaTest, recordingOf } from './qa.fixture.ts';

const FOLDER = new URL('../flows/', import.meta.url);
const MAX_BYTES = 400_000;

/** Writes a flow only if the current machines can replay it. */
const keep = async (name: string, page: Page, ...others: readonly Page[]): Promise<void> => {
  const flow = await recordingOf(page, name);
  for (const [at, other] of others.entries()) {
    const { runs, machines } = await recordingOf(other, name);
    flow.runs.push(...runs.map((run) => ({ ...run, tab: String.fromCharCode(98 + at) })));
    Object.assign(flow.machines, machines);
  }
  const text = writeFlow(flow);
  const { ok, lines } = replayFile(text);
  expect(ok, lines.join('\n')).toBe(true);
  expect(text.length).toBeLessThan(MAX_BYTES);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL(`${name}.flow.json`, FOLDER), text);
};

export const test = qaTest.extend<{ readonly otherTabs: Page[] }>({
  /** Tabs that the recording has besides the page. A passed test keeps its recording under its title. */
  otherTabs: [
    async ({ page }, use, info) => {
      const tabs: Page[] = [];
      await use(tabs);
      if (info.status === info.expectedStatus) await keep(info.title, page, ...tabs);
    },
    { auto: true },
  ],
});

/** From the login to the open payment dialog, in front of the payment window. Resolves with the order number. */
export const placeOrder = async (
  checkout: CheckoutModel,
  player: Parameters<CheckoutModel['login']>[0],
): Promise<string> => {
  await checkout.logInToTopUp(player);
  await checkout.walkToConfirm();
  return checkout.payAndStay();
};

export { expect };
