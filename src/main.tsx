import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router-dom';
import { createActor } from 'xstate';
import { wirePortal } from '../machines/portal/portal.ports.ts';
import { wireSession } from '../machines/session/session.ports.ts';
import { toastsMachine } from '../machines/toasts/toasts.machine.ts';
import type { LoginResult } from './app/analytics.ts';
import { createCoreAdapters } from './app/core.ts';
import { lazyMachine } from './app/lazy-machine.ts';
import { RouterBridge } from './app/router.bridge.tsx';
import { guardUnload } from './app/unload.guard.ts';
import { loadChunk } from './chunks/chunk-deadline.ts';
import { createChunkLoader, NO_RETRY, pauseUntilWoken, type RetryPolicy, retryPauseMs } from './chunks/chunk-loader.ts';
import { createTranslator, type Translator } from './i18n/translator.ts';
import { buildConfig } from './platform/build-config.ts';
import { onActivity, onOnline } from './platform/page-lifecycle.ts';
import { styleSheetsSettled } from './platform/style-sheets.ts';
import { PortalProvider } from './views/app/portal.context.tsx';
import { PortalView } from './views/shell/portal.view.tsx';
import './styles/tokens.css';
import './styles/base.css';

const { search: firstSearch } = window.location;

let translator: Translator | null = null;

const core = createCoreAdapters({
  config: buildConfig,
  browser: window,
  preparing: () => ({
    lang: document.documentElement.lang,
    title: translator?.i18n.t('recharge:creating.title') ?? '',
    text: translator?.i18n.t('recharge:creating.text') ?? '',
  }),
  changeLocale: (tag) => void translator?.changeLocale(tag),
  // biome-ignore lint/suspicious/noConsole: the only output of the client's log; a line names an endpoint and never a value
  log: (line) => console.warn(JSON.stringify(line)),
  loadApi: () => apiChunk.load(),
  peekApi: () => apiChunk.peek(),
  loadSignedIn: () => signedInChunk.load(),
});

const pauseAfter =
  (subscribe: (browser: Window, wake: () => void) => () => void): RetryPolicy['pause'] =>
  (failures) =>
    pauseUntilWoken(retryPauseMs(failures, Math.random), (wake) => subscribe(window, wake));

/** Nothing can be drawn without translations, not even an error, so loading never gives up. */
const translations = createChunkLoader(
  () =>
    createTranslator({
      onLocale: (tag) => {
        document.documentElement.lang = tag;
      },
      onFailure: () => portal.send({ type: 'toast.add', subject: 'localeFailed', level: 'error' }),
    }),
  { attempts: Number.POSITIVE_INFINITY, pause: pauseAfter(onActivity) },
);

const apiChunk = createChunkLoader(
  async () => (await import('./app/api-adapters.ts')).createApiAdapters(core.apiAdapterParts),
  NO_RETRY,
);

/** Everything that a signed-in player needs, including the parts of the frame, so that a missing part is a load error. */
const signedInChunk = createChunkLoader(
  async () => {
    const [{ createSignedIn }, { signedInParts }] = await Promise.all([
      import('./app/signed-in.ts'),
      apiChunk.load(),
      translations.load().then((translator) => translator.complete()),
      import('./views/shell/signed-in.view.tsx'),
    ]);
    return createSignedIn(signedInParts);
  },
  { attempts: 4, pause: pauseAfter(onOnline) },
);

const portal = createActor(
  wirePortal(core.portalPorts, {
    session: wireSession(core.sessionPorts, {
      verification: lazyMachine(() => signedInChunk.get().verification),
      passwordReset: lazyMachine(() => signedInChunk.get().passwordReset),
    }),
    toasts: toastsMachine,
    signedIn: lazyMachine(() => signedInChunk.get().signedIn),
  }),
  { systemId: 'portal', ...(import.meta.env.VITE_QA && (await import('./qa/instrumentation.ts')).actorOptions) },
);

const earlierLogins: LoginResult[] = [];
let onLoginResult = (login: LoginResult): void => void earlierLogins.push(login);
portal.on('login.result', (login) => onLoginResult(login));

guardUnload(window, portal);
portal.start();

const render = async (): Promise<void> => {
  [translator] = await Promise.all([translations.load(), styleSheetsSettled(document)]);
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no #app element');
  createRoot(root).render(
    <I18nextProvider i18n={translator.i18n}>
      <BrowserRouter>
        <PortalProvider portal={portal} browserActions={core.browserActions}>
          <RouterBridge portal={portal} />
          <PortalView />
        </PortalProvider>
      </BrowserRouter>
    </I18nextProvider>,
  );
};

const observeVisit = async (): Promise<void> => {
  const { startAnalytics } = await loadChunk(() => import('./app/analytics.ts'));
  startAnalytics({
    portal,
    page: window,
    fetch: (input, init) => window.fetch(input, init),
    key: buildConfig.loggerKey,
    now: core.browserActions.serverNow,
    newId: core.browserActions.newKey,
    search: firstSearch,
    logins: {
      earlier: earlierLogins,
      onResult: (listener) => {
        onLoginResult = listener;
      },
    },
  });
};

await render();
await signedInChunk.load().catch(() => {});
if (buildConfig.loggerKey !== '') await observeVisit().catch(() => {});
