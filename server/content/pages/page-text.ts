import type { Locale } from '../../db/seed/texts.ts';

/** Title, then paragraphs. */
export type PageTexts = Readonly<Record<Locale, readonly [title: string, ...paragraphs: string[]]>>;
