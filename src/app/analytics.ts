import type { ActorRefFrom } from 'xstate';
import type { portalMachine } from '../../machines/portal/portal.machine.ts';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import type { PortalEmitted } from '../../machines/portal/portal.types.ts';
import { createObserver } from '../analytics/observer.ts';
import { createSender } from '../analytics/sender.ts';
import { trafficSource } from '../analytics/traffic-source.ts';
import { readTiming, type WatchedPage, watchPage } from '../platform/page-watch.ts';

export type LoginResult = Extract<PortalEmitted, { type: 'login.result' }>;

export type AnalyticsParts = {
  readonly portal: ActorRefFrom<typeof portalMachine>;
  readonly page: WatchedPage;
  readonly fetch: typeof globalThis.fetch;
  readonly key: string;
  readonly now: () => number;
  readonly newId: () => string;
  /** Of the first address: the portal may have changed it since. */
  readonly search: string;
  /** Logins from before this chunk had come; what is told later goes to `hear`. */
  readonly logins: {
    readonly before: readonly LoginResult[];
    readonly hear: (tell: (login: LoginResult) => void) => void;
  };
};

const POST_TIMEOUT_MS = 10_000;

/**
 * Watches the visit and tells the publisher's logger of it. Comes last, after the page can be used; nothing waits for it. Nothing is
 * sent before the server's time is known: a signature by the device's clock may be refused.
 */
export const startAnalytics = (parts: AnalyticsParts): void => {
  const { portal, page, key, now, newId, search, logins } = parts;
  const sender = createSender({
    loggerUrl: () => {
      const { context, children } = portal.getSnapshot();
      const isTimeKnown = children.boot?.getSnapshot().matches({ clock: 'synced' }) ?? false;
      return isTimeKnown ? (context.config?.loggerUrl ?? null) : null;
    },
    key,
    now,
    newNonce: newId,
    post: (url, body) =>
      parts.fetch(url, {
        method: 'POST',
        body,
        mode: 'no-cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        keepalive: true,
        signal: AbortSignal.timeout(POST_TIMEOUT_MS),
      }),
    beacon: (url, body) => page.navigator.sendBeacon(url, body),
  });
  const observer = createObserver({ ...sender, visit: newId(), now, monotonic: () => page.performance.now() });

  const tellLogin = ({ method, succeeded }: LoginResult) => observer.loginTried({ method, succeeded });
  let known = '';
  const look = (): void => {
    sender.wake();
    const snapshot = portal.getSnapshot();
    const { name } = selectPortalScreen(snapshot);
    if (name !== 'starting') observer.pageShown(name);
    const { account, isMobile } = snapshot.context;
    const userId = account?.userId ?? '';
    if (userId === known) return;
    known = userId;
    if (userId !== '')
      observer.userSeen({
        user: userId.replace(/[^\w-]/g, '').slice(0, 64),
        source: trafficSource(search),
        mobile: isMobile,
      });
  };

  look();
  observer.pageLoaded(readTiming(page));
  observer.userSeen({ source: trafficSource(search), mobile: portal.getSnapshot().context.isMobile });
  for (const login of logins.before) tellLogin(login);
  logins.hear(tellLogin);
  portal.subscribe(look);
  watchPage(page, {
    clicked: observer.buttonClicked,
    popupShown: observer.popupShown,
    hidden: observer.hidden,
    visible: observer.visible,
  });
};
