import { breadcrumbText } from './breadcrumb-text.ts';
import type { BrowserActions } from './portal.context.tsx';

/** Details of any page for support: the time, the version and the breadcrumbs. The line names are the same in every language. */
export const supportLines = ({
  serverNow,
  appVersion,
  readBreadcrumbs,
}: Pick<BrowserActions, 'serverNow' | 'appVersion' | 'readBreadcrumbs'>): string =>
  `Copied (UTC): ${new Date(serverNow()).toISOString()}\nApp version: ${appVersion}\n${breadcrumbText(readBreadcrumbs())}`;
