import {
  ACCOUNT,
  EVENTS,
  HOME,
  isGuarded,
  LOGIN,
  LOGOUT,
  pagePath,
  readTarget,
} from '../../machines/portal/portal.routes.ts';
import { ARTICLE, ORDER, RECHARGE } from '../../machines/signed-in/signed-in.pages.ts';

/** What the page shows first, by its URL and the stored session. `player`, `visitor`: any other page. */
export const firstViewOf = (pathname: string, search: string, isPlayer: boolean) => {
  const path = pagePath(pathname);
  if (!isPlayer) return path === LOGIN || isGuarded(path) ? 'login' : 'visitor';
  if (path === HOME || path === LOGIN) return 'home';
  if (path === RECHARGE) return readTarget(search) === 'epoint' ? 'epoint' : 'recharge';
  if (path === EVENTS) return 'news';
  if (path === LOGOUT) return 'logout';
  if (path.startsWith(ORDER)) return 'detail';
  if (path.startsWith(ARTICLE)) return 'article';
  return path.startsWith(ACCOUNT) ? 'account' : 'player';
};

export type FirstView = ReturnType<typeof firstViewOf>;
