import type { ScreenName } from '../gallery/screen-names.ts';
import type { Message } from './message.schema.ts';

/** The screens after an external event. `since`, `upTo`: index of the first and the last message that it caused. */
export type ScreenMoment = { readonly since: number; readonly upTo: number; readonly screens: readonly ScreenName[] };

/** A period in which the page showed the same screen. Times: epoch ms. `since`, `upTo`: those of its first moment. */
export type ScreenSpan = {
  readonly label: string;
  /** All visible screens. */
  readonly all: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly since: number;
  readonly upTo: number;
};

/** Machines whose screens are visible on every page. */
const ON_EVERY_PAGE: ReadonlySet<string> = new Set(['portal', 'toasts', 'balance', 'bulletins', 'session']);

const textOf = ({ machine, name }: ScreenName): string => `${machine}: ${name}`;

/** The innermost screen of the page. Before a login it is the screen of the session. */
const labelOf = (screens: readonly ScreenName[]): string => {
  const label =
    screens.findLast(({ machine }) => !ON_EVERY_PAGE.has(machine)) ??
    screens.findLast(({ machine }) => machine !== 'toasts');
  return label ? textOf(label) : 'empty page';
};

/** What the page showed, in order. The last span lasts as long as the messages. */
export const screenSpans = (moments: readonly ScreenMoment[], messages: readonly Message[]): readonly ScreenSpan[] => {
  const spans: ScreenSpan[] = [];
  const end = messages.at(-1)?.createdAt ?? 0;
  for (const { since, upTo, screens } of moments) {
    const label = labelOf(screens);
    const from = messages[since]?.createdAt ?? end;
    const last = spans.at(-1);
    if (last?.label === label) continue;
    if (last) spans[spans.length - 1] = { ...last, to: from };
    spans.push({ label, all: screens.map(textOf), from, to: end, since, upTo });
  }
  return spans;
};

/** The span that a message belongs to. `upTo`: its index. */
export const spanAt = (spans: readonly ScreenSpan[], upTo: number): ScreenSpan | null =>
  spans.findLast(({ since }) => since <= upTo) ?? null;
