/** Null if the text is no URL. The oldest supported browsers lack `URL.canParse` and `URL.parse`. */
export const parsedUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
};

/** `hosts`: the allowed hosts; a leading `*.` allows all subdomains. `origin`: the origin of the portal. */
export type PayUrlRules = { readonly hosts: readonly string[]; readonly sandbox: boolean; readonly origin: string };

/** `form`: the URL is malformed or too long, or contains a refused character or a user name. */
export type PayUrlFlaw = 'scheme' | 'form' | 'host';

const LONGEST = 4_096;
const SCHEME = /^https?:\/\//i;
/** Excludes characters that a parser strips, converts or hides: white space, control and format characters, backslashes. */
const PLAIN = /^[^\s\p{C}\\]+$/u;
const AUTHORITY = /^[^/?#]*/;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const isListed = (host: string, hosts: readonly string[]): boolean =>
  HOST.test(host) && hosts.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name));

/** Why the portal may not open this URL for a payment (C39); null if it may. */
export const payUrlFlaw = (text: string, { hosts, sandbox, origin }: PayUrlRules): PayUrlFlaw | null => {
  if (text.length > LONGEST || !PLAIN.test(text)) return 'form';
  if (!SCHEME.test(text)) return 'scheme';
  const authority = AUTHORITY.exec(text.slice(text.indexOf('//') + 2))?.[0] ?? '';
  if (authority === '' || authority.includes('@')) return 'form';
  const url = parsedUrl(text);
  if (!url) return 'form';
  const { protocol, hostname, host, origin: target } = url;
  const loopback = sandbox && LOOPBACK.test(hostname);
  if (protocol !== 'https:' && !loopback) return 'scheme';
  return loopback || isListed(host, hosts) || (sandbox && target === origin) ? null : 'host';
};

/** Where the page of this tab was opened from: the script of index.html stores the parameter `return` unchecked. */
export const RETURN_KEY = 'portal:return';

/** The link back to the game, if its host or the scheme of its app is listed; else null. Hosts as in VITE_PAY_HOSTS. */
export const returnLink = (text: string, hosts: readonly string[]): string | null => {
  const flaw = payUrlFlaw(text, { hosts, sandbox: false, origin: '' });
  const url = flaw === 'form' ? null : parsedUrl(text);
  return url && (flaw === null || hosts.includes(url.protocol)) ? url.href : null;
};
