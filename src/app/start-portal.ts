import { type ActorOptions, type AnyActorLogic, createActor, waitFor } from 'xstate';
import { wire } from '../../machines/kernel/port.ts';
import { portalMachine } from '../../machines/portal/portal.machine.ts';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { bootMachine } from '../../machines/portal/portal-boot.machine.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import { buildConfig } from '../platform/build-config.ts';
import { tolerateForeignChanges } from '../platform/foreign-changes.ts';
import { createFirstPage, createGate, styleSheetsSettled, whenIdle } from '../platform/page-start.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';
import { connectFirstUrl } from './boot-url.ts';
import { recordBreadcrumbs } from './breadcrumbs.ts';
import { createCoreAdapters } from './core.ts';
import { lazyMachine } from './lazy-code.ts';
import { createStages } from './stages.ts';
import { createVisitObserver } from './visit.observer.ts';

type RunningPortal = {
  /** Resolves when the first view can be drawn: its texts, styles and renderer are loaded, and its page is loaded or slow. Draw it immediately. */
  readonly loadFirstView: () => Promise<{ readonly render: (root: HTMLElement) => void }>;
  /** Call it when the first view is rendered. Loads the code of the later stages. Never rejects: a failure is a state of the portal. */
  readonly loadLaterStages: () => Promise<void>;
};

/** React replaces the static shell after this time at the latest: it also draws toasts, and tells a screen reader that the page loads. */
const LONGEST_SHELL_MS = 1_000;

const waitAtMost = (ms: number, browser: Window, done: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => resolve();
    browser.setTimeout(end, ms);
    done.then(end, end);
  });

const whenPageKnown = (portal: PortalActor): Promise<unknown> =>
  waitFor(portal, (snapshot) => selectPortalScreen(snapshot).name !== 'starting');

/** Creates the root actor and starts it. `options` are for recording and inspection. */
export const startPortal = (
  browser: Window & typeof globalThis,
  options: ActorOptions<AnyActorLogic>,
): RunningPortal => {
  tolerateForeignChanges(browser.Node);
  let unread = 0;
  const firstView = createGate();
  const firstPage = createFirstPage(browser);
  const stages = createStages({
    browser,
    isPlayer: () => core.isPlayer(),
    onLocaleFailure: () => portal.send({ type: 'toast.add', subject: 'localeFailed', level: 'error' }),
    apiAdapterParts: () => core.apiAdapterParts,
    portal: () => portal,
  });
  const core = createCoreAdapters({
    config: buildConfig,
    browser,
    preparing: () => {
      const translated = stages.translations.peek()?.i18n;
      return {
        lang: translated?.language ?? '',
        title: translated?.t('payment:opening.title') ?? '',
        text: translated?.t('recharge:creating.title') ?? '',
      };
    },
    changeLocale: (tag) => void stages.translations.peek()?.changeLocale(tag),
    log: (line) => {
      if (line.event === 'unreadable') unread += 1;
      if (import.meta.env.VITE_DIAGNOSE)
        void import('./diagnosis.ts').then(({ diagnose }) => diagnose(line, browser.document));
      // biome-ignore lint/suspicious/noConsole: a line names an endpoint and never a value
      else if (line.event !== 'unreadable') console.warn(JSON.stringify(line));
    },
    loadApi: async () => {
      // A signed-in player's page needs the API; for a visitor, the login page is drawn first.
      if (!core.isPlayer()) await firstView.opened;
      return stages.api.load();
    },
    peekApi: stages.api.peek,
    loadSignedIn: stages.signedIn.load,
    firstPage,
  });
  const portal: PortalActor = createActor(
    wire(portalMachine, core.portalPorts, {
      boot: wire(bootMachine, core.portalPorts),
      session: wire(sessionMachine, core.sessionPorts, {
        verification: lazyMachine(() => stages.signedIn.get().verification),
        passwordReset: lazyMachine(() => stages.signedIn.get().passwordReset),
      }),
      toasts: toastsMachine,
      signedIn: lazyMachine(() => stages.signedIn.get().signedIn),
    }),
    { systemId: 'portal', ...options },
  );
  const readBreadcrumbs = recordBreadcrumbs(portal);
  const observeVisit = createVisitObserver(browser, portal, core.browserActions, () => unread);
  portal.start();
  const renderer = stages.renderer.load();
  const disconnectFirstUrl = connectFirstUrl(portal, browser);
  let pageCode: Promise<unknown> = Promise.resolve();
  if (core.isPlayer()) {
    const { pathname, search } = browser.location;
    pageCode = Promise.all([
      renderer.then(({ preloadPage }) => preloadPage(`${pathname}${search}`)),
      stages.frame.load(),
    ]);
    void stages.signedIn.load().catch(() => {});
  }

  return {
    loadFirstView: async () => {
      const [{ i18n }, { render }] = await Promise.all([
        stages.translations.load(),
        renderer,
        styleSheetsSettled(browser.document),
      ]);
      await waitAtMost(LONGEST_SHELL_MS, browser, Promise.all([whenPageKnown(portal), pageCode]));
      const browserActions = { ...core.browserActions, readBreadcrumbs };
      return { render: (root) => render(root, { i18n, portal, browserActions, disconnectFirstUrl }) };
    },
    loadLaterStages: async () => {
      if (!core.isPlayer()) await whenIdle(browser);
      firstView.open();
      await stages.signedIn.load().catch(() => {});
      await whenIdle(browser);
      await observeVisit().catch(() => {});
    },
  };
};
