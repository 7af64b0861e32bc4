import { onCLS, onINP, onLCP } from 'web-vitals';

const USABLE = 'app-ready';

/** Ms from the start of the navigation. Call it after the first render: `usable_ms` is the time of this call if no page is usable yet. */
export const readTiming = ({ performance }: Window) => {
  const [entry] = performance.getEntriesByType('navigation');
  const timing = entry instanceof PerformanceNavigationTiming ? entry : null;
  const ms = (value: number | undefined): number => Math.max(0, Math.round(value ?? 0));
  return {
    response_ms: ms(timing?.responseStart),
    interactive_ms: ms(timing?.domInteractive),
    complete_ms: ms(timing?.domComplete),
    usable_ms: ms(performance.getEntriesByName(USABLE)[0]?.startTime ?? performance.now()),
  };
};

type Vital = { readonly name: 'LCP' | 'INP' | 'CLS'; readonly value: number; readonly at: string };

export type PageReports = {
  /** Reports the analytics id or the kind of the element, never its text. */
  readonly buttonClicked: (button: string, screen: string) => void;
  readonly popupShown: (popup: string) => void;
  readonly vitalChanged: (vital: Vital) => void;
  readonly hidden: () => void;
  readonly visible: () => void;
};

const PRESSES = ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup'] as const;
const REMEMBERED = 50;
const ALL = { reportAllChanges: true };

/** The name of the largest paint if its element is gone: the page has replaced the static shell. */
const SHELL = 'div/shell';

/** Tag, analytics id and screen: `button.pay/confirm`. Never a text. */
const elementName = (node: Node | null | undefined): string => {
  const element = node instanceof Element ? node : node?.parentElement;
  if (!element) return '';
  const track = element.closest('[data-track]')?.getAttribute('data-track');
  const place = element.closest('[data-state], [data-screen]');
  const screen = place?.getAttribute('data-state') ?? place?.getAttribute('data-screen');
  return `${element.localName}${track ? `.${track}` : ''}${screen ? `/${screen}` : ''}`;
};

/** Also reports changes before this call. An element is named before a press changes the page, because the page may remove it. */
const watchVitals = (document: Document, report: PageReports['vitalChanged']): void => {
  const pressed = new Map<number, string>();
  const remember = ({ target, timeStamp }: Event): void => {
    pressed.set(timeStamp, elementName(target instanceof Node ? target : null));
    const [oldest] = pressed.keys();
    if (pressed.size > REMEMBERED && oldest !== undefined) pressed.delete(oldest);
  };
  for (const press of PRESSES) document.addEventListener(press, remember, { capture: true, passive: true });
  onLCP(({ value, entries }) => report({ name: 'LCP', value, at: elementName(entries.at(-1)?.element) || SHELL }), ALL);
  onINP(({ value, entries }) => {
    const [entry] = entries.toSorted((one, other) => other.duration - one.duration);
    const at = (entry && (pressed.get(entry.startTime) ?? elementName(entry.target))) ?? '';
    report({ name: 'INP', value, at });
  }, ALL);
  onCLS(({ value, entries }) => {
    const [largest] = entries.toSorted((one, other) => other.value - one.value);
    report({ name: 'CLS', value, at: elementName(largest?.sources[0]?.node) });
  }, ALL);
};

const stateOf = (element: Element | null): string => element?.closest('[data-state]')?.getAttribute('data-state') ?? '';

const kindOf = (element: Element): string => {
  if (element.tagName === 'A') return 'link';
  return element.getAttribute('type') === 'submit' ? 'submit' : 'button';
};

export const watchPage = (page: Window & typeof globalThis, reports: PageReports): void => {
  const { document } = page;
  // Vitals are watched first, because the last ones must be known when a hidden page reports its stay.
  watchVitals(document, reports.vitalChanged);
  document.addEventListener(
    'click',
    ({ target }) => {
      const pressed = target instanceof Element ? target.closest('button, a[href]') : null;
      if (pressed) reports.buttonClicked(pressed.getAttribute('data-track') ?? kindOf(pressed), stateOf(pressed));
    },
    { capture: true, passive: true },
  );
  new page.MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof HTMLDialogElement && target.open) reports.popupShown(stateOf(target) || 'dialog');
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['open'] });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reports.visible();
    else reports.hidden();
  });
  page.addEventListener('pagehide', reports.hidden);
  page.addEventListener('pageshow', reports.visible);
};
