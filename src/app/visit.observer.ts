import { loadChunk } from '../loader/chunk-deadline.ts';
import { buildConfig } from '../platform/build-config.ts';
import type { BrowserActions, PortalActor } from '../views/app/portal.context.tsx';
import type { LoginResult } from './analytics.ts';

/** Remembers the first query and the login results until the analytics chunk is loaded. Returns the function that loads it. */
export const createVisitObserver = (
  page: Window & typeof globalThis,
  portal: PortalActor,
  { serverNow, newKey }: Pick<BrowserActions, 'serverNow' | 'newKey'>,
  unread: () => number,
): (() => Promise<void>) => {
  const { search } = page.location;
  const earlier: LoginResult[] = [];
  let onLogin = (login: LoginResult): void => void earlier.push(login);
  portal.on('login.result', (login) => onLogin(login));

  return async () => {
    if (buildConfig.loggerKey === '') return;
    const { startAnalytics } = await loadChunk(() => import('./analytics.ts'));
    startAnalytics({
      portal,
      page,
      now: serverNow,
      newId: newKey,
      unread,
      search,
      watchLogins: (listener) => {
        for (const login of earlier) listener(login);
        onLogin = listener;
      },
    });
  };
};
