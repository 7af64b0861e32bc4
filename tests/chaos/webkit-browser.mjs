import { spawn } from 'node:child_process';
import { freePort } from '../support/runs/portal-process.mjs';

const DEADLINE_MS = 60_000;
const PAUSE_MS = 50;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Pages are drawn without OpenGL: the thread of WebKitGTK that uses it sometimes crashes in Mesa's software renderer. */
const WITHOUT_OPENGL = { WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
/** Errors of a page that is still rendering. */
const PASSING = new Set([
  'no such element',
  'no such window',
  'stale element reference',
  'element not interactable',
  'element click intercepted',
]);

/** @typedef {Awaited<ReturnType<typeof openWebKit>>} WebKitBrowser */

/** An error response of WebDriver. */
class DriverError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/**
 * Repeats an attempt that failed because the page is still rendering.
 *
 * @type {<T>(what: string, attempt: () => Promise<T>) => Promise<T>}
 */
const eventually = async (what, attempt) => {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof DriverError && PASSING.has(error.code))) throw error;
      if (performance.now() > end) throw new Error(`${what} within ${DEADLINE_MS / 1_000} s`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
};

/** @returns {Promise<{ readonly name: string, readonly stop: () => void }>} */
const startDisplay = () =>
  new Promise((resolve, reject) => {
    const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
    const child = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb does not start')));
    child.stdout.once('data', (number) => resolve({ name: `:${String(number).trim()}`, stop: () => child.kill() }));
  });

/**
 * WebKitGTK's MiniBrowser on a virtual display, controlled by W3C WebDriver. `see`, `click` and `type` wait until a visible element
 * matches, up to 60 s; `see` resolves with its text.
 */
export const openWebKit = async () => {
  const display = await startDisplay();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...WITHOUT_OPENGL, DISPLAY: display.name, GDK_BACKEND: 'x11' },
  });
  const stop = () => {
    driver.kill();
    display.stop();
  };

  /** @type {(method: string, path: string, body?: unknown) => Promise<unknown>} */
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = /** @type {{ value: { error: string, message: string } }} */ (await response.json());
    if (!response.ok) throw new DriverError(value.error, value.message);
    return value;
  };

  const connect = async () => {
    const refused = new DriverError('no such window', 'WebKitWebDriver does not answer');
    await eventually('WebKitWebDriver answers', () => call('GET', '/status').catch(() => Promise.reject(refused)));
    const session = await call('POST', '/session', { capabilities: {} });
    return /** @type {{ sessionId: string, capabilities: { browserVersion: string } }} */ (session);
  };
  const { sessionId, capabilities } = await connect().catch((error) => {
    stop();
    throw error;
  });

  /** @type {(path: string, body: unknown) => Promise<unknown>} */
  const post = (path, body) => call('POST', `/session/${sessionId}/${path}`, body);
  /** @param {string} path */
  const get = (path) => call('GET', `/session/${sessionId}/${path}`);

  /** @type {(xpath: string) => Promise<string>} */
  const firstVisible = async (xpath) => {
    const found = /** @type {Record<string, string>[]} */ (await post('elements', { using: 'xpath', value: xpath }));
    for (const { [ELEMENT]: id } of found) if (id && (await get(`element/${id}/displayed`))) return id;
    throw new DriverError('no such element', xpath);
  };

  /** @type {<T>(xpath: string, act: (element: string) => Promise<T>) => Promise<T>} */
  const onVisible = (xpath, act) =>
    eventually(`a visible ${xpath}`, async () => {
      const id = await firstVisible(xpath);
      // An earlier element that was transparent at first may have become visible during the search.
      if (id !== (await firstVisible(xpath))) throw new DriverError('stale element reference', xpath);
      return act(id);
    });

  const windows = async () => /** @type {string[]} */ (await get('window/handles'));
  const [first] = await windows();

  return {
    version: capabilities.browserVersion,
    /** @param {string} url */
    open: async (url) => void (await post('url', { url })),
    /** @type {(width: number, height: number) => Promise<void>} */
    resize: async (width, height) => void (await post('window/rect', { width, height })),
    /** @param {string} xpath */
    see: (xpath) => onVisible(xpath, async (element) => String(await get(`element/${element}/text`))),
    /** @param {string} xpath */
    click: (xpath) => onVisible(xpath, async (element) => void (await post(`element/${element}/click`, {}))),
    /** @type {(xpath: string, text: string) => Promise<void>} */
    type: (xpath, text) => onVisible(xpath, async (element) => void (await post(`element/${element}/value`, { text }))),
    /** @param {string} script */
    run: (script) => post('execute/sync', { script, args: [] }),
    enterNewWindow: () =>
      eventually('a new window', async () => {
        const handle = (await windows()).find((candidate) => candidate !== first);
        if (!handle) throw new DriverError('no such window', 'new');
        await post('window', { handle });
      }),
    enterFirstWindow: async () => void (await post('window', { handle: first })),
    close: async () => {
      await call('DELETE', `/session/${sessionId}`).catch(() => null);
      stop();
    },
  };
};
