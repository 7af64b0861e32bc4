import { parsedUrl } from './parsed-url.ts';
import { payUrlFlaw } from './pay-url.ts';

/** Where the page of this tab was opened from: the script of index.html stores the parameter `return` unchecked. */
export const RETURN_KEY = 'portal:return';

/** The link back to the game, if its host or the scheme of its app is listed; else null. Hosts as in VITE_PAY_HOSTS. */
export const returnLink = (text: string, hosts: readonly string[]): string | null => {
  const flaw = payUrlFlaw(text, { hosts, sandbox: false, origin: '' });
  const url = flaw === 'form' ? null : parsedUrl(text);
  return url && (flaw === null || hosts.includes(url.protocol)) ? url.href : null;
};
