import type { Article } from './article.types.ts';

const hasContent = (html: string): boolean =>
  /<(?:img|hr|table)\b/i.test(html) ||
  html.replace(/<!--[\s\S]*?-->|<[^>]*>|&nbsp;|&#0*160;/gi, '').replace(/[\s\p{Cf}]/gu, '') !== '';

/** Whether the article has no content in any language. Editors leave empty paragraphs behind. */
export const isBlank = ({ body, bodies }: Article): boolean => ![body, ...Object.values(bodies)].some(hasContent);
