import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../server/prepare.mjs';
import { openWebKit } from './webkit-browser.mjs';

const FLOW = 'tests/flows/happy-path.flow.json';
const STEP = '//output';
const FIND = "//input[@type='search']";
const TAKEN = "//aside[@aria-label='Message and context']//li/button";

/** @param {string} name */
const button = (name) => `//button[normalize-space()='${name}']`;
const ACTIVE = "//*[@data-active='leaf']";
const SCREEN = "return document.querySelector('iframe').getBoundingClientRect().width";

/** @type {(browser: import('./webkit-browser.mjs').WebKitBrowser, url: string) => Promise<void>} */
const read = async (browser, url) => {
  await browser.open(url);
  const [, last = ''] = (await browser.see(STEP)).split(' / ');
  assert.equal(await browser.see(STEP), `${last} / ${last}`);
  await browser.see('//iframe');
  assert.ok(Number(await browser.run(SCREEN)) > 300, 'the screen has a width');
  await browser.see(ACTIVE);
  await browser.click(button('Back'));
  assert.equal(await browser.see(STEP), `${Number(last) - 1} / ${last}`);
  await browser.type(FIND, 'to:recharge type:order.confirm');
  assert.match(await browser.see(TAKEN), /order\.confirm/);
};

/** Writes the report of a kept recording and steps through it in WebKitGTK, from a file. Resolves with the version. */
export const readReportInWebKit = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const browser = await openWebKit();
  try {
    const report = join(folder, 'happy-path.report.html');
    const recording = join(folder, 'happy-path.flow.json');
    copyFileSync(join(ROOT, FLOW), recording);
    const { status, stderr } = spawnSync(process.execPath, ['tests/qa.mjs', recording], {
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
