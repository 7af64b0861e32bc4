/** What a key does. */
export type KeyAction =
  | 'step.next'
  | 'step.previous'
  | 'load.next'
  | 'load.previous'
  | 'playback.toggle'
  | 'search.focus'
  | 'timeline.larger'
  | 'timeline.smaller'
  | 'timeline.fit'
  | 'chart.larger'
  | 'chart.smaller'
  | 'chart.fit'
  | 'drawing.next'
  | 'actors.toggle'
  | 'messages.toggle'
  | 'details.toggle'
  | 'timeline.toggle'
  | 'keys.open';

export type KeyLine = {
  readonly action: KeyAction;
  /** Values of `KeyboardEvent.key`; letters as typed with or without Shift. */
  readonly keys: readonly string[];
  readonly label: string;
};

export const KEY_MAP: readonly KeyLine[] = [
  { action: 'step.next', keys: ['j', 'ArrowRight'], label: 'Next step' },
  { action: 'step.previous', keys: ['k', 'ArrowLeft'], label: 'Previous step' },
  { action: 'load.next', keys: ['J'], label: 'Next page load' },
  { action: 'load.previous', keys: ['K'], label: 'Previous page load' },
  { action: 'playback.toggle', keys: ['p'], label: 'Play or pause' },
  { action: 'search.focus', keys: ['/'], label: 'Find messages' },
  { action: 'timeline.larger', keys: ['+'], label: 'Zoom into the timeline' },
  { action: 'timeline.smaller', keys: ['-'], label: 'Zoom out of the timeline' },
  { action: 'timeline.fit', keys: ['0'], label: 'Fit the timeline' },
  { action: 'chart.larger', keys: ['i'], label: 'Larger chart' },
  { action: 'chart.smaller', keys: ['o'], label: 'Smaller chart' },
  { action: 'chart.fit', keys: ['f'], label: 'Fit the chart' },
  { action: 'drawing.next', keys: ['s'], label: 'Chart, both, or screen' },
  { action: 'actors.toggle', keys: ['1'], label: 'Show or hide the actors' },
  { action: 'messages.toggle', keys: ['2'], label: 'Show or hide the messages' },
  { action: 'details.toggle', keys: ['3'], label: 'Show or hide the details' },
  { action: 'timeline.toggle', keys: ['4'], label: 'Show or hide the timeline' },
  { action: 'keys.open', keys: ['?'], label: 'This list' },
];

const NAMES: Readonly<Record<string, string>> = { ArrowRight: '→', ArrowLeft: '←' };

/** A key as it is printed on a keyboard. */
export const keyName = (key: string): string => {
  if (/^[A-Z]$/.test(key)) return `Shift ${key}`;
  return NAMES[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key);
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'> & {
  readonly target: EventTarget | null;
};

/** Fields in which a letter types or chooses. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), select, textarea, dialog, [contenteditable]';
/** Elements that use the arrow keys themselves. */
const ARROWS = 'input, [tabindex="0"]';

type Place = { readonly closest: (selector: string) => unknown };

const isPlace = (target: unknown): target is Place =>
  typeof target === 'object' && target !== null && 'closest' in target && typeof target.closest === 'function';

/** What a key press does here; null if the key belongs to the browser or the focused control, or has no action. */
export const actionOf = ({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyPress): KeyAction | null => {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return null;
  if (isPlace(target)) {
    if (target.closest(TYPING) || target.closest('dialog[open]')) return null;
    if (key.startsWith('Arrow') && target.closest(ARROWS)) return null;
  }
  return KEY_MAP.find(({ keys }) => keys.includes(key))?.action ?? null;
};
