import type { LocaleTag } from '../../../src/contract/locales.ts';

/** Title, then paragraphs. */
export type PageTexts = Readonly<Record<LocaleTag, readonly [title: string, ...paragraphs: string[]]>>;
