/** `hosts`: the allowed hosts; a leading `*.` allows all subdomains. `origin`: the origin of the portal. */
export type PayUrlRules = { readonly hosts: readonly string[]; readonly sandbox: boolean; readonly origin: string };

const LONGEST = 4_096;
/** No character that a parser strips, converts or hides: white space, control and format characters, backslashes. */
const PLAIN = /^https?:\/\/[^\s\p{C}\\]+$/iu;
const AUTHORITY = /^[^/?#]*/;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const isListed = (host: string, hosts: readonly string[]): boolean =>
  HOST.test(host) && hosts.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name));

const parseUrl = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/** Whether the portal may open this URL for a payment (C39). */
export const isPayUrlAllowed = (text: string, { hosts, sandbox, origin }: PayUrlRules): boolean => {
  if (text.length > LONGEST || !PLAIN.test(text)) return false;
  const authority = AUTHORITY.exec(text.slice(text.indexOf('//') + 2))?.[0] ?? '';
  if (authority === '' || authority.includes('@')) return false;
  const url = parseUrl(text);
  if (!url) return false;
  const { protocol, hostname, host, origin: target } = url;
  const loopback = sandbox && LOOPBACK.test(hostname);
  if (protocol !== 'https:' && !loopback) return false;
  return loopback || isListed(host, hosts) || (sandbox && target === origin);
};
