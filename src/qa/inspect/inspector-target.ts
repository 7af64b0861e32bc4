/** Where inspection messages go. `url`: page of the inspector, or address of the WebSocket server. */
export type InspectorTarget = { readonly kind: 'window' | 'frame' | 'socket'; readonly url: string };

const KEY = 'qa.inspect';
const STATELY = 'https://stately.ai/inspect';

/** The inspector of a build is `VITE_INSPECTOR_URL`; `?inspector=` overrides it for a tab. */
const inspectorOf = (params: URLSearchParams, origin: string): string => {
  const given = params.get('inspector') ?? import.meta.env['VITE_INSPECTOR_URL'] ?? STATELY;
  const url = URL.canParse(given, origin) ? new URL(given, origin) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : STATELY;
};

/** Reads `?inspect=window|frame|local|ws://…` of an address; null without one or with one that means nothing. */
export const readTarget = (search: string, origin: string): InspectorTarget | null => {
  const params = new URLSearchParams(search);
  const wish = params.get('inspect');
  if (wish === 'local') return { kind: 'window', url: `${origin}/qa` };
  if (wish === 'window' || wish === 'frame') return { kind: wish, url: inspectorOf(params, origin) };
  return wish !== null && /^wss?:\/\//.test(wish) && URL.canParse(wish) ? { kind: 'socket', url: wish } : null;
};

type Tab = Pick<Window, 'location' | 'sessionStorage'>;

const kept = ({ location, sessionStorage }: Tab): string => {
  try {
    if (new URLSearchParams(location.search).has('inspect')) sessionStorage.setItem(KEY, location.search);
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return location.search;
  }
};

/** What the tab's address asked for last: a login or a reload changes the address. `kind` instead of what it says; `off` is nothing. */
export const storedTarget = (tab: Tab, kind?: string): InspectorTarget | null => {
  const params = new URLSearchParams(kept(tab));
  if (kind !== undefined) {
    params.set('inspect', kind);
    try {
      tab.sessionStorage.setItem(KEY, params.toString());
    } catch {}
  }
  return readTarget(params.toString(), tab.location.origin);
};
