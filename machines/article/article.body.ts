import type { Article } from './article.types.ts';

const hasContent = (html: string): boolean =>
  /<(?:img|hr|table)\b/i.test(html) ||
  html.replace(/<!--[\s\S]*?-->|<[^>]*>|&nbsp;|&#0*160;/gi, '').replace(/[\s\p{Cf}]/gu, '') !== '';

/** In no language is there anything to read: an editor's tool leaves empty paragraphs behind. */
export const isBlank = ({ body, bodies }: Article): boolean => ![body, ...Object.values(bodies)].some(hasContent);
