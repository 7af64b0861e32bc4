import { readParam } from '../../machines/kernel/url.ts';
import { hasStoredDraft } from '../adapters/account-keys.ts';
import { TOKEN_KEY } from '../adapters/active-session.ts';
import { chooseLocale, LOCALE_KEY } from '../i18n/locales.ts';
import { CHUNK_DEADLINE_MS } from '../loader/chunk-deadline.ts';
import { attempt } from '../platform/attempt.ts';
import type { Browser } from '../platform/browser.ts';
import { RETURN_KEY } from '../platform/link-rules.ts';
import { whenActivated } from '../platform/page-start.ts';
import { showTheme, storedTheme } from '../platform/theme.ts';
import { startFirstCalls } from './boot-prefetch.ts';
import { type FirstView, firstViewOf } from './first-view.ts';

/** A page that goes to the background before its first frame draws none, and a stopped one may not either. */
const LONGEST_FRAME_MS = 2_000;
/** The worker may not respond. */
const LONGEST_CLEANING_MS = 2_000;

/** In the query or the fragment. */
const TICKET = /([?&#])(?:ticket=([^&#]*)&?)+/g;

/** Removes the ticket from the URL and the history before anything else is loaded. Its only copy is in memory. */
const takeTicket = (): void => {
  const { pathname, search, hash } = location;
  const rest = (search + hash).replace(TICKET, (_, sign: string, ticket: string) => {
    if (ticket) Object.assign(window, { ticket });
    return sign;
  });
  if (rest !== search + hash) history.replaceState(null, '', pathname + rest.replace(/[?&#]+(?=#|$)/g, ''));
};

/** Keeps the way back to the game for this tab. It is checked when it is read. */
const keepReturn = (): void => {
  const link = readParam(location.search, 'return');
  if (link !== null) attempt(() => sessionStorage.setItem(RETURN_KEY, link));
};

const root = document.documentElement;
const store = {
  read: (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null,
  keys: (prefix: string) => (attempt(() => Object.keys(localStorage)) ?? []).filter((name) => name.startsWith(prefix)),
};

/** Reloads the page without the service worker's files, so that the next load is from the server. */
const refreshPage = (): void => {
  const reload = () => location.reload();
  setTimeout(reload, LONGEST_CLEANING_MS);
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith('portal-')) await caches.delete(name);
  };
  clean().then(reload, reload);
};

/** Has no effect once React has replaced the shell. */
const showLoadError = (): void => {
  const note = document.getElementById('load-error');
  if (!note?.hidden) return;
  const texts = __LOAD_ERRORS__[root.lang] ?? [];
  for (const [at, part] of [...note.children].entries()) part.textContent = texts[at] ?? '';
  note.lastElementChild?.addEventListener('click', refreshPage);
  note.hidden = false;
};

const isPlayer = (): boolean => Boolean((window as Browser).ticket || store.read(TOKEN_KEY));

/** The heading of the top-up page and the question of its first step, unless another step opens. The style of the shell draws them. */
const showHeadings = (): void => {
  const [title, question] = __HEADINGS__[root.lang] ?? [];
  root.style.setProperty('--title', JSON.stringify(title));
  if (readParam(location.search, 'step') === null && !hasStoredDraft(store))
    root.style.setProperty('--question', JSON.stringify(question));
};

const prepareShell = (): FirstView => {
  showTheme(root, storedTheme(store));
  const languages = attempt(() => navigator.languages ?? [navigator.language]) ?? [];
  root.lang = chooseLocale([store.read(LOCALE_KEY), ...languages].flatMap((tag) => tag || []));
  const view = firstViewOf(location.pathname, location.search, isPlayer());
  root.dataset['firstView'] = view;
  if (view === 'recharge') showHeadings();
  return view;
};

const addLink = (href: string): void => {
  const link = document.createElement('link');
  link.rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
};

const load = (view: FirstView): void => {
  const isPrerendered = attempt(() => document.prerendering);
  const calls = isPrerendered ? [] : attempt(() => startFirstCalls(view, store, __BUILD__));
  Object.assign(window, { firstCalls: calls ?? [] });
  const routes = __ROUTE_CHUNKS__;
  const code = isPlayer() ? (routes[view] ?? routes['player']) : [];
  const texts = __LOCALE_CHUNKS__[root.lang]?.[isPlayer() ? 1 : 0];
  for (const href of __STYLES__.concat(__ENTRY_CHUNKS__, code ?? [], texts ?? [])) addLink(href);
  for (const entry of __ENTRIES__) import(/* @vite-ignore */ entry).catch(showLoadError);
};

/** Requests and compilation would delay the first frame. */
const afterFirstFrame = (run: () => void): void => {
  let isDone = false;
  const runOnce = () => {
    if (isDone) return;
    isDone = true;
    run();
  };
  if (attempt(() => document.hidden) === false) {
    requestAnimationFrame(() => setTimeout(runOnce));
    setTimeout(runOnce, LONGEST_FRAME_MS);
  } else runOnce();
};

takeTicket();
keepReturn();

/** A browser that is too old keeps the message about that. */
if (!root.dataset['start']) {
  Object.assign(window, { refreshPage, showLoadError });
  // A file may never load and still cause no error. The first render removes the note.
  whenActivated(document).then(() => setTimeout(showLoadError, CHUNK_DEADLINE_MS));
  const view = prepareShell();
  const start = () => afterFirstFrame(() => load(view));
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
  // From here on, the load error reports a page that does not start.
  root.dataset['start'] = 'running';
}
