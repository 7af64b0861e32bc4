import assert from 'node:assert/strict';
import { createPortalProcess } from '../support/runs/portal-process.mjs';
import { openWebKit } from './webkit-browser.mjs';

/** WebKitWebDriver does not report errors of a page, so the page collects them. */
const COLLECT_ERRORS = `
  const seen = window.seenErrors = [];
  addEventListener('error', (event) => seen.push(event.message || 'a file that does not load'), true);
  addEventListener('unhandledrejection', (event) => seen.push(String(event.reason)));
  addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective + ' ' + event.blockedURI));
  const log = console.error;
  console.error = (...entries) => { seen.push(entries.join(' ')); log(...entries); };
`;

/** @param {string} legend */
const firstChoice = (legend) =>
  `//fieldset[normalize-space(legend)='${legend}']//label[not(@data-disabled)][not(.//input[@disabled])]`;
/** @param {string} name */
const wizard = (name) => `//*[@data-screen='recharge']//*[@data-state='${name}']`;
/** @param {string} name */
const button = (name) => `//button[normalize-space()='${name}']`;

/**
 * @typedef {{ readonly account: string, readonly password: string }} Player
 * @type {(url: string) => Promise<Player>}
 */
const createPlayer = async (url) => {
  const response = await fetch(`${url}/sandbox/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return /** @type {{ result: Player }} */ (await response.json()).result;
};

/** @type {(browser: import('./webkit-browser.mjs').WebKitBrowser, url: string) => Promise<void>} */
const play = async (browser, url) => {
  const { account, password } = await createPlayer(url);
  await browser.open(`${url}/main/recharge`);
  await browser.run(COLLECT_ERRORS);
  await browser.type("//input[@id=//label[normalize-space()='Username or email']/@for]", account);
  await browser.type("//input[@id=//label[normalize-space()='Password']/@for]", password);
  await browser.click(button('Log in'));

  await browser.see(wizard('server'));
  await browser.click(firstChoice('Character'));
  await browser.see(wizard('item'));
  await browser.click(firstChoice('Item'));
  await browser.see(wizard('channel'));
  await browser.click(firstChoice('Payment method'));
  await browser.see(wizard('confirm'));
  await browser.click("//button[starts-with(normalize-space(), 'Pay ')]");
  await browser.see("//dialog[@data-state='awaiting']");

  await browser.enterNewWindow();
  await browser.click(button('Pay'));
  await browser.see("//*[contains(text(), 'You can close this window.')]");
  assert.equal(await browser.run('return window.opener'), null);
  await browser.enterFirstWindow();

  await browser.see("//*[@data-payment='delivered']");
  await browser.see("//h1[normalize-space()='Delivered'] | //h2[normalize-space()='Delivered']");
  const orderId = await browser.see('//code');
  await browser.click("//*[@popovertarget='account-menu']");
  await browser.click("//*[@id='account-menu']//a[normalize-space()='Top-up history']");
  const order = await browser.see(`//*[@data-list='shown']//*[self::tr or self::li][contains(., '${orderId}')]`);
  assert.match(order, /Delivered/);
  await browser.click("//*[@popovertarget='account-menu']");
  await browser.click(`//*[@id='account-menu']${button('Log out')}`);
  await browser.see("//*[@data-state='logged-out']");
  assert.equal(await browser.run("return localStorage.getItem('token')"), null);
  assert.deepEqual(await browser.run('return window.seenErrors'), []);
};

/** @type {(url: string, width: number, height: number) => Promise<string>} */
const playAt = async (url, width, height) => {
  const browser = await openWebKit();
  try {
    await browser.resize(width, height);
    await play(browser, url);
    return browser.version;
  } catch (error) {
    const page = await browser.run("return location.href + '\\n' + document.body.innerText").catch(String);
    throw new Error(`at ${width} px, on ${page}`, { cause: error });
  } finally {
    await browser.close();
  }
};

/** A player tops up on a narrow and on a wide screen. Resolves with the version of WebKitGTK. */
export const playInWebKit = async () => {
  const portal = await createPortalProcess();
  try {
    const url = await portal.start();
    await playAt(url, 447, 844);
    return await playAt(url, 1280, 900);
  } finally {
    await portal.remove();
  }
};
