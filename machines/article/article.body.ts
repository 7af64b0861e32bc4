import type { Article } from './article.types.ts';

const hasContent = (html: string): boolean => {
  const shown = html.replace(/<!--[\s\S]*?-->/g, '');
  const text = shown.replace(/<[^>]*>|&nbsp;|&#(?:0*160|x0*a0);/gi, '');
  return /<(?:img|hr|table)\b/i.test(shown) || text.replace(/[\s\p{Cf}]/gu, '') !== '';
};

/** Whether the article has no content in any language. Editors leave empty paragraphs behind. */
export const isBlank = ({ body, bodies }: Article): boolean => ![body, ...Object.values(bodies)].some(hasContent);
