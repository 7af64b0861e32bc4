import { readParam, readSegment } from '../kernel/url.ts';
import { ACCOUNT_SECTIONS, ARTICLE, ORDER, type Page, RECHARGE } from '../signed-in/signed-in.pages.ts';
import { type RechargeTarget, type Repetition, WIZARD_STEPS, type WizardStep } from '../wizard/wizard.types.ts';

export const LOGIN = '/login';
export const HOME = '/main/home';
export const LOGOUT = '/main/logout';
export const FORBIDDEN = '/403';
/** Reason in the logout link: the server ended the session (code 20002). */
export const SIGNED_OUT = `${LOGOUT}?id=23`;

export const ACCOUNT = '/main/account';
export const EVENTS = '/main/event';
const FORWARDED: Readonly<Record<string, string>> = { '/': '/main', '/main': HOME, [ACCOUNT]: `${ACCOUNT}/user` };
const MAX_ID = 128;

/** Server and role used to be one step; links and bookmarks to that step lead to the role. */
const FORMER_RECIPIENT_STEP = 'recipient';

const readStep = (search: string): WizardStep | null => {
  const named = readParam(search, 'step');
  return named === FORMER_RECIPIENT_STEP ? 'role' : (WIZARD_STEPS.find((step) => step === named) ?? null);
};

export const readTarget = (search: string): RechargeTarget =>
  readParam(search, 'target') === 'epoint' ? 'epoint' : 'game';

const isId = (text: string | null): text is string => text !== null && text.length > 0 && text.length <= MAX_ID;

/** The choices that a link preselects: `server`, `role`, `item`, `method`, and `price` in US cents. */
const readRepetition = (search: string): { readonly again: Repetition } | null => {
  const [serverId, roleId, itemId, channelCode] = ['server', 'role', 'item', 'method'].map((name) => {
    const id = readParam(search, name);
    return isId(id) ? id : null;
  }) as [string | null, string | null, string | null, string | null];
  if (serverId === null && itemId === null) return null;
  const price = readParam(search, 'price');
  const priceMinor = price !== null && /^\d{1,9}$/.test(price) ? Number(price) : null;
  return { again: { choices: { serverId, roleId, itemId, channelCode }, priceMinor } };
};

const withoutSlash = (path: string): string => path.replace(/(?<=[^/])\/$/, '');

/** Resolves `/`, `/main` and the bare account path; returns every other path unchanged. */
export const canonicalPath = (path: string): string => {
  const next = FORWARDED[withoutSlash(path)];
  return next === undefined ? path : canonicalPath(next);
};

/** The path of a page as its links have it. */
export const pagePath = (path: string): string => withoutSlash(canonicalPath(path));

const segmentAfter = (path: string, prefix: string): string | null =>
  path.startsWith(prefix) ? readSegment(path.slice(prefix.length)) : null;

const readReset = (search: string): 'email' | 'phone' | null => {
  const channel = readParam(search, 'reset');
  return channel === 'email' || channel === 'phone' ? channel : null;
};

export const matchPage = (path: string, search: string): Page => {
  const canonical = pagePath(path);
  if (canonical === LOGIN) return { name: 'login', redirect: readParam(search, 'redirect'), reset: readReset(search) };
  if (canonical === FORBIDDEN) return { name: 'forbidden' };
  if (canonical === HOME) return { name: 'home' };
  if (canonical === RECHARGE)
    return { name: 'recharge', target: readTarget(search), step: readStep(search), ...readRepetition(search) };
  if (canonical === LOGOUT) return { name: 'logout', byServer: readParam(search, 'id') === '23' };
  const section = ACCOUNT_SECTIONS.find((one) => canonical === `${ACCOUNT}/${one}`);
  if (section) return { name: 'account', section, search };
  if (canonical === EVENTS) return { name: 'events', search };
  const articleId = segmentAfter(canonical, ARTICLE);
  if (isId(articleId)) return { name: 'event-detail', articleId };
  const orderId = segmentAfter(canonical, ORDER);
  return isId(orderId) ? { name: 'payment_detail', orderId } : { name: 'not-found' };
};

/** Whether a path requires a login: `/main/**` except `/main/logout`, whether or not the page exists. */
export const isGuarded = (path: string): boolean => {
  const canonical = pagePath(path);
  return canonical.startsWith('/main/') && canonical !== LOGOUT;
};

/** The URL of the login page, with a redirect back to a guarded page. */
export const loginPath = (path: string, search: string): string =>
  isGuarded(path) ? `${LOGIN}?redirect=${encodeURIComponent(canonicalPath(path) + search)}` : LOGIN;

/** The URL of the login or reset form; keeps the redirect. */
export const loginFormPath = (redirect: string | null, reset: 'email' | 'phone' | null): string => {
  const query = [reset && `reset=${reset}`, redirect && `redirect=${encodeURIComponent(redirect)}`].filter(Boolean);
  return query.length ? `${LOGIN}?${query.join('&')}` : LOGIN;
};

const MAX_LENGTH = 2_048;
const MAX_LAYERS = 6;
/** A number sign, also encoded several times. */
const FRAGMENT = /#|%(?:25)*23/i;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const isHostile = (text: string): boolean =>
  !/^\/(?![/\\])/.test(text) || text.includes('\\') || text.includes('#') || INVISIBLE.test(text);

/** Decodes one layer of percent encoding; null if a sequence is not UTF-8. */
const peel = (text: string): string | null => {
  try {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);
  } catch {
    return null;
  }
};

const isHarmless = (raw: string): boolean => {
  let layer: string | null = raw;
  for (let depth = 0; depth < MAX_LAYERS; depth += 1) {
    if (layer === null || isHostile(layer)) return false;
    const inner = peel(layer);
    if (inner === layer) return true;
    layer = inner;
  }
  return false;
};

/** The URL after a login: a page of this portal that requires a login, without a fragment, or the home page. */
export const safeRedirect = (given: string | null): string => {
  const [raw = ''] = given?.split(FRAGMENT) ?? [];
  if (raw.length > MAX_LENGTH || !isHarmless(raw)) return HOME;
  const [path = '', ...query] = raw.split('?');
  const canonical = canonicalPath(path);
  const search = query.length ? `?${query.join('?')}` : '';
  const isKnown = isGuarded(canonical) && matchPage(canonical, search).name !== 'not-found';
  return isKnown ? canonical + search : HOME;
};
