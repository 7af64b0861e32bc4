import type { WorkerMessage } from '../service-worker/worker-message.ts';
import { whenIdle } from './page-start.ts';

const SCRIPT = '/service-worker.js';
const USABLE = 'app-ready';

type ScriptUrls = { readonly createScriptURL: (url: string) => string };
type TrustedTypes = { readonly createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls };

/** The only script URL that the content security policy accepts. */
const scriptUrl = (): string => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => SCRIPT });
  return policy?.createScriptURL('') ?? SCRIPT;
};

const usable = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName(USABLE).length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'mark', buffered: true });
  });

const loaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else window.addEventListener('load', () => resolve(), { once: true });
  });

/** When the page is usable, loaded and idle. Never rejects: without the worker, each visit loads from the server. */
export const startServiceWorker = async (): Promise<void> => {
  try {
    // Undefined on pages without TLS.
    const serviceWorker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    if (!serviceWorker) return;
    await usable();
    await loaded();
    await whenIdle(window);
    const isServed = serviceWorker.controller !== null;
    const registration = await serviceWorker.register(scriptUrl(), { updateViaCache: 'none' });
    const { active, waiting } = await serviceWorker.ready;
    const message: WorkerMessage = { type: 'store-language', language: document.documentElement.lang };
    // The worker of the next load. The kill switch leaves at each message.
    (waiting ?? active)?.postMessage(message);
    // Chromium postpones its own check for a new worker as long as requests keep the worker busy.
    if (isServed) await registration.update();
  } catch {
    // Refused by the browser's settings or by the policy of the host.
  }
};
