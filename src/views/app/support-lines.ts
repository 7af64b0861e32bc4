import type { BrowserActions } from './portal.context.tsx';
import { trailText } from './trail-text.ts';

/** Details of any page for support: the time, the version and the state trail. The line names are the same in every language. */
export const supportLines = ({
  serverNow,
  appVersion,
  readTrail,
}: Pick<BrowserActions, 'serverNow' | 'appVersion' | 'readTrail'>): string =>
  `Copied (UTC): ${new Date(serverNow()).toISOString()}\nApp version: ${appVersion}\n${trailText(readTrail())}`;
