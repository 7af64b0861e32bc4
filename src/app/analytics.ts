import type { ActorRefFrom } from 'xstate';
import type { portalMachine } from '../../machines/portal/portal.machine.ts';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import type { PortalEmitted } from '../../machines/portal/portal.types.ts';
import { createObserver, trafficSource } from '../analytics/observer.ts';
import { createSender } from '../analytics/sender.ts';
import { attempt } from '../platform/attempt.ts';
import { buildConfig } from '../platform/build-config.ts';
import { readTiming, watchPage } from '../platform/page-watch.ts';

export type LoginResult = Extract<PortalEmitted, { type: 'login.result' }>;

export type AnalyticsParts = {
  readonly portal: ActorRefFrom<typeof portalMachine>;
  readonly page: Window & typeof globalThis;
  readonly now: () => number;
  readonly newId: () => string;
  readonly unread: () => number;
  /** The query of the first URL, which the portal may have changed since. */
  readonly search: string;
  /** Calls the listener with each result so far, then with each later one. */
  readonly watchLogins: (listener: (login: LoginResult) => void) => void;
};

const POST_TIMEOUT_MS = 10_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;

/** Loads last. Sends nothing before the server time is known, because a signature with the device clock may be refused. */
export const startAnalytics = (parts: AnalyticsParts): void => {
  const { portal, page, now, newId, unread, search, watchLogins } = parts;
  const sender = createSender({
    loggerUrl: () => {
      const { context, children } = portal.getSnapshot();
      const isTimeKnown = children.boot?.getSnapshot().matches({ clock: 'synced' }) ?? false;
      return isTimeKnown ? (context.config?.loggerUrl ?? null) : null;
    },
    key: buildConfig.loggerKey,
    now,
    newNonce: newId,
    post: (url, body) =>
      page
        .fetch(url, {
          method: 'POST',
          body,
          mode: 'no-cors',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          keepalive: true,
          signal: attempt(() => AbortSignal.timeout(POST_TIMEOUT_MS)) ?? null,
        })
        // When the page is left, its requests reject before it is reported as hidden: the queue must wait for that report.
        .catch(() => new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS))),
    beacon: (url, body) => attempt(() => page.navigator.sendBeacon(url, body)) ?? false,
  });
  const monotonic = () => page.performance.now();
  const observer = createObserver({ ...sender, visit: newId(), now, monotonic, unread });

  let reportedUser = '';
  const observe = (): void => {
    sender.wake();
    const snapshot = portal.getSnapshot();
    const { name } = selectPortalScreen(snapshot);
    if (name !== 'starting') observer.pageShown(name);
    const { account, isMobile } = snapshot.context;
    const userId = account?.userId ?? '';
    if (userId === reportedUser) return;
    reportedUser = userId;
    if (userId !== '')
      observer.userSeen({
        user: userId.replace(/[^\w-]/g, '').slice(0, 64),
        source: trafficSource(search),
        mobile: isMobile,
      });
  };

  observe();
  observer.pageLoaded(readTiming(page));
  observer.userSeen({ source: trafficSource(search), mobile: portal.getSnapshot().context.isMobile });
  watchLogins(({ method, succeeded }) => observer.loginTried({ method, succeeded }));
  portal.subscribe(observe);
  watchPage(page, observer);
};
