import type { BrowserActions } from './portal.context.tsx';
import { trailText } from './trail-text.ts';

/** What support needs of any page: the time, the version and the state trail. The same line names in every language. */
export const supportLines = ({
  serverNow,
  appVersion,
  readTrail,
}: Pick<BrowserActions, 'serverNow' | 'appVersion' | 'readTrail'>): string =>
  `Copied (UTC): ${new Date(serverNow()).toISOString()}\nApp version: ${appVersion}\n${trailText(readTrail())}`;
