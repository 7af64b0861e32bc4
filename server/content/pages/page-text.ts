import type { Locale } from '../texts.ts';

/** Title, then paragraphs. */
export type PageTexts = Readonly<Record<Locale, readonly [title: string, ...paragraphs: string[]]>>;
