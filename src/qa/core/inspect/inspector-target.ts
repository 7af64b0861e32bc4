/** Where inspection messages go. `url`: the inspector's page or the WebSocket server. */
export type InspectorTarget = { readonly kind: 'window' | 'frame' | 'socket'; readonly url: string };

const KEY = 'qa.inspect';
const STATELY = 'https://stately.ai/inspect';

const parsedUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
};

/** The inspector of a build is `VITE_INSPECTOR_URL`; `?inspector=` overrides it for a tab. */
const inspectorOf = (params: URLSearchParams, origin: string): string => {
  const given = params.get('inspector') ?? import.meta.env['VITE_INSPECTOR_URL'] ?? STATELY;
  const url = parsedUrl(given, origin);
  return url && /^https?:$/.test(url.protocol) ? url.href : STATELY;
};

/** Reads `?inspect=window|frame|ws://…`; null if it is missing or invalid. */
export const readTarget = (search: string, origin: string): InspectorTarget | null => {
  const params = new URLSearchParams(search);
  const kind = params.get('inspect');
  if (kind === 'window' || kind === 'frame') return { kind, url: inspectorOf(params, origin) };
  return kind !== null && /^wss?:\/\//.test(kind) && parsedUrl(kind) ? { kind: 'socket', url: kind } : null;
};

type Tab = Pick<Window, 'location' | 'sessionStorage'>;

/** The parameters of an inspector; others may contain a secret. */
const ownSearch = (search: string): string => {
  const own = [...new URLSearchParams(search)].filter(([name]) => name === 'inspect' || name === 'inspector');
  return `?${new URLSearchParams(own)}`;
};

const storedSearch = ({ location, sessionStorage }: Tab): string => {
  try {
    if (new URLSearchParams(location.search).has('inspect')) sessionStorage.setItem(KEY, ownSearch(location.search));
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return location.search;
  }
};

/** The last target in the tab's URL, which a login or a reload changes. `kind` overrides it; `off` means none. */
export const storedTarget = (tab: Tab, kind?: string): InspectorTarget | null => {
  const params = new URLSearchParams(storedSearch(tab));
  if (kind !== undefined) {
    params.set('inspect', kind);
    try {
      tab.sessionStorage.setItem(KEY, params.toString());
    } catch {}
  }
  return readTarget(params.toString(), tab.location.origin);
};
