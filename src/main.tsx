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
import { createChunkLoader, ONCE, pauseUnlessWoken, type Retrying, retryPauseMs } from './chunks/chunk-loader.ts';
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

const world = createCoreAdapters({
  config: buildConfig,
  browser: window,
  preparing: () => ({
    lang: document.documentElement.lang,
    title: translator?.i18n.t('recharge:creating.title') ?? '',
    text: translator?.i18n.t('recharge:creating.text') ?? '',
  }),
  changeLocale: (tag) => void translator?.changeLocale(tag),
  // biome-ignore lint/suspicious/noConsole: the one sink of the client's log; a line names the endpoint and never a value
  log: (line) => console.warn(JSON.stringify(line)),
  network: () => network.load(),
  networkNow: () => network.peek(),
  work: () => work.load(),
});

const pauseAfter =
  (listen: (browser: Window, wake: () => void) => () => void): Retrying['pause'] =>
  (failures) =>
    pauseUnlessWoken(retryPauseMs(failures, Math.random), (wake) => listen(window, wake));

/** Without words nothing can be drawn, not even an error: asks until they are there. */
const words = createChunkLoader(
  () =>
    createTranslator({
      onLocale: (tag) => {
        document.documentElement.lang = tag;
      },
      onFailure: () => portal.send({ type: 'toast.add', subject: 'localeFailed', level: 'error' }),
    }),
  { attempts: Number.POSITIVE_INFINITY, pause: pauseAfter(onActivity) },
);

const network = createChunkLoader(
  async () => (await import('./app/api-adapters.ts')).createApiAdapters(world.apiAdapterParts),
  ONCE,
);

/** Everything a player needs after a login, the frame's parts included, so that none of them is missing in silence. */
const work = createChunkLoader(
  async () => {
    const [{ createSignedIn }, { signedInParts }] = await Promise.all([
      import('./app/signed-in.ts'),
      network.load(),
      words.load().then((translator) => translator.complete()),
      import('./views/shell/signed-in.view.tsx'),
    ]);
    return createSignedIn(signedInParts);
  },
  { attempts: 4, pause: pauseAfter(onOnline) },
);

const portal = createActor(
  wirePortal(world.portalPorts, {
    session: wireSession(world.sessionPorts, {
      verification: lazyMachine(() => work.get().verification),
      passwordReset: lazyMachine(() => work.get().passwordReset),
    }),
    toasts: toastsMachine,
    signedIn: lazyMachine(() => work.get().signedIn),
  }),
  { systemId: 'portal', ...(import.meta.env.VITE_QA && (await import('./qa/instrumentation.ts')).watching.options) },
);

const logins: LoginResult[] = [];
let hearLogin = (login: LoginResult): void => void logins.push(login);
portal.on('login.result', (login) => hearLogin(login));

guardUnload(window, portal);
portal.start();

const start = async (): Promise<void> => {
  [translator] = await Promise.all([words.load(), styleSheetsSettled(document)]);
  const root = document.getElementById('app');
  if (!root) throw new Error('the page has no #app');
  createRoot(root).render(
    <I18nextProvider i18n={translator.i18n}>
      <BrowserRouter>
        <PortalProvider portal={portal} browserActions={world.browserActions}>
          <RouterBridge portal={portal} />
          <PortalView />
        </PortalProvider>
      </BrowserRouter>
    </I18nextProvider>,
  );
};

const watchVisit = async (): Promise<void> => {
  const { startAnalytics } = await loadChunk(() => import('./app/analytics.ts'));
  startAnalytics({
    portal,
    page: window,
    fetch: (input, init) => window.fetch(input, init),
    key: buildConfig.loggerKey,
    now: world.browserActions.serverNow,
    newId: world.browserActions.newKey,
    search: firstSearch,
    logins: {
      before: logins,
      hear: (tell) => {
        hearLogin = tell;
      },
    },
  });
};

await start();
await work.load().catch(() => {});
if (buildConfig.loggerKey !== '') await watchVisit().catch(() => {});
