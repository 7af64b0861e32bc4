import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../server/prepare.mjs';
import { openWebKit } from './webkit-browser.mjs';

const FLOW = 'tests/flows/happy-path.flow.json';
const STEP = '//*[@data-count]';
const TAKEN = "//*[@data-detail]//*[@class='taken']";

/** @param {string} name */
const button = (name) => `//button[normalize-space()='${name}']`;
const ACTIVE = "return document.querySelectorAll('[data-pane] [data-active=leaf]').length";
const SCREEN = "return document.querySelector('[data-pane] iframe').getBoundingClientRect().width";

/** @type {(browser: import('./webkit-browser.mjs').WebKitBrowser, url: string) => Promise<void>} */
const read = async (browser, url) => {
  await browser.open(url);
  const [, last = ''] = (await browser.see(STEP)).split(' / ');
  assert.equal(await browser.see(STEP), `${last} / ${last}`);
  await browser.see('//*[@data-pane]//iframe');
  assert.ok(Number(await browser.run(SCREEN)) > 300, 'the screen has a width');
  await browser.click(button('Chart'));
  assert.ok(Number(await browser.run(ACTIVE)) > 0, 'the chart has an active state');
  await browser.click(button('Back'));
  assert.equal(await browser.see(STEP), `${Number(last) - 1} / ${last}`);
  await browser.type('//*[@data-search]', 'order.confirm');
  await browser.click("//a[contains(., 'order.confirm')]");
  assert.match(await browser.see(TAKEN), /order\.confirm/);
};

/** Writes the report of a kept recording and steps through it in WebKitGTK, from a file. Resolves with the version. */
export const readReportInWebKit = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const browser = await openWebKit();
  try {
    const report = join(folder, 'happy-path.report.html');
    const { status, stderr } = spawnSync(process.execPath, ['tests/report-flow.mjs', FLOW, report], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    await browser.resize(1280, 900);
    await read(browser, pathToFileURL(report).href);
    return browser.version;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
};
