import { onCLS, onINP, onLCP } from 'web-vitals';

type Report = (vital: { readonly name: 'LCP' | 'INP' | 'CLS'; readonly value: number; readonly at: string }) => void;

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

/**
 * Reports each change of a Web Vital, including changes before this call. The name of a pressed element is stored before the press changes
 * the page, because the page may remove the element.
 */
export const watchVitals = (document: Document, report: Report): void => {
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
