import { canonicalPath, HOME, isGuarded, matchPage } from './portal.routes.ts';

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
