/** Where inspection messages go. `url`: the inspector's page or the WebSocket server. */
export type InspectorTarget = { readonly kind: 'window' | 'frame' | 'socket'; readonly url: string };

const KEY = 'qa.inspect';
const STATELY = 'https://stately.ai/inspect';

const parsedUrl = (text: string, base?: string): URL | null => (URL.canParse(text, base) ? new URL(text, base) : null);

/** The inspector of a build is `VITE_INSPECTOR_URL`; `?inspector=` overrides it for a tab. */
export const inspectorUrl = (params: URLSearchParams, origin: string): string => {
  const given = params.get('inspector') ?? import.meta.env['VITE_INSPECTOR_URL'] ?? STATELY;
  const url = parsedUrl(given, origin);
  return url && /^https?:$/.test(url.protocol) ? url.href : STATELY;
};

/** Reads `?inspect=window|frame|ws://…`; null if it is missing or invalid. */
export const readTarget = (search: string, origin: string): InspectorTarget | null => {
  const params = new URLSearchParams(search);
  const kind = params.get('inspect');
  if (kind === 'window' || kind === 'frame') return { kind, url: inspectorUrl(params, origin) };
  return kind !== null && /^wss?:\/\//.test(kind) && parsedUrl(kind) ? { kind: 'socket', url: kind } : null;
};

type Tab = Pick<Window, 'location' | 'sessionStorage'>;

/** The last target in the tab's URL, which a login or a reload changes. `kind` overrides it; `off` means none. */
export const storedTarget = ({ location, sessionStorage }: Tab, kind?: string): InspectorTarget | null => {
  const given = new URLSearchParams(location.search);
  const isGiven = given.has('inspect');
  // Other parameters may contain a secret.
  const own = [...given].filter(([name]) => name === 'inspect' || name === 'inspector');
  const params = new URLSearchParams(isGiven ? own : (sessionStorage.getItem(KEY) ?? ''));
  if (kind !== undefined) params.set('inspect', kind);
  try {
    if (isGiven || kind !== undefined) sessionStorage.setItem(KEY, `?${params}`);
  } catch {
    // The storage is full: the target is not kept for the next page load.
  }
  return readTarget(params.toString(), location.origin);
};
